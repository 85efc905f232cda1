-- When the first delivery of a letter was begun: a message that may have been sent since then is looked for from there.

ALTER TABLE outbox ADD COLUMN begun TEXT;
