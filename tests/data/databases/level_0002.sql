BEGIN TRANSACTION;
CREATE TABLE calls (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    player TEXT NOT NULL,
    user INTEGER NOT NULL,
    began TEXT NOT NULL,
    pinged TEXT NOT NULL,                         -- later than began in quiet hours
    ended TEXT,
    muted INTEGER NOT NULL DEFAULT 0
);
INSERT INTO "calls" VALUES(1,1,1,'P1',11,'2026-01-01T12:00:00.000000+00:00','2026-01-01T12:00:00.000000+00:00','2026-01-01T12:00:00.000000+00:00',0);
INSERT INTO "calls" VALUES(2,1,2,'P2',22,'2026-01-01T12:00:00.000000+00:00','2026-01-01T12:00:00.000000+00:00','2026-01-01T12:00:00.000000+00:00',0);
INSERT INTO "calls" VALUES(3,2,1,'P1',11,'2026-01-01T12:00:00.000000+00:00','2026-01-01T12:00:00.000000+00:00','2026-01-01T12:00:00.000000+00:00',0);
INSERT INTO "calls" VALUES(4,2,2,'P2',22,'2026-01-01T12:00:00.000000+00:00','2026-01-01T12:00:00.000000+00:00','2026-01-01T12:00:00.000000+00:00',0);
INSERT INTO "calls" VALUES(5,2,3,'P1',11,'2026-01-01T12:00:00.000000+00:00','2026-01-01T12:00:00.000000+00:00','2026-01-01T12:00:00.000000+00:00',0);
INSERT INTO "calls" VALUES(6,2,4,'P2',22,'2026-01-01T12:00:00.000000+00:00','2026-01-01T12:00:00.000000+00:00',NULL,0);
CREATE TABLE commands (
    application INTEGER PRIMARY KEY,              -- id of the bot's application
    digest TEXT NOT NULL                          -- of the whole command tree
);
CREATE TABLE entries (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    entry TEXT NOT NULL,                          -- JSON: an action, an undo or a redo
    player TEXT NOT NULL,                         -- the seat it was made for, or chance
    user INTEGER NOT NULL,                        -- who really did it; 0 = the bot itself
    at TEXT NOT NULL,
    digest TEXT NOT NULL,                         -- of the position afterwards
    click TEXT,                                   -- the interaction it came from: one click, one answer
    question TEXT,                                -- the chance question it answers
    secret INTEGER NOT NULL DEFAULT 0,            -- others may not read it while the question is open
    barrier INTEGER NOT NULL DEFAULT 0,           -- the question it answers may not be undone past freely
    PRIMARY KEY (game, seq)
) WITHOUT ROWID;
INSERT INTO "entries" VALUES(1,1,'{"entry":"act","action":{"verb":"draw","actor":"chance","outcome":"red"}}','chance',0,'2026-01-01T12:00:00.000000+00:00','262606893f19cba5',NULL,'6327001916d6e6269fd697e8',0,1);
INSERT INTO "entries" VALUES(1,2,'{"entry":"act","action":{"verb":"choose","actor":"P1","option":"1"}}','P1',11,'2026-01-01T12:00:00.000000+00:00','902da7278b817289',NULL,NULL,0,1);
INSERT INTO "entries" VALUES(1,3,'{"entry":"act","action":{"verb":"choose","actor":"P2","option":"2"}}','P2',22,'2026-01-01T12:00:00.000000+00:00','036df905aa7603c3',NULL,NULL,0,0);
INSERT INTO "entries" VALUES(2,1,'{"entry":"act","action":{"verb":"draw","actor":"chance","outcome":"red"}}','chance',0,'2026-01-01T12:00:00.000000+00:00','96a56110ce84a8a9',NULL,'6327001916d6e6269fd697e8',0,1);
INSERT INTO "entries" VALUES(2,2,'{"entry":"act","action":{"verb":"choose","actor":"P1","option":"3"}}','P1',11,'2026-01-01T12:00:00.000000+00:00','7754d0d2757155bf','100',NULL,0,1);
INSERT INTO "entries" VALUES(2,3,'{"entry":"undo","count":1}','P1',11,'2026-01-01T12:00:00.000000+00:00','96a56110ce84a8a9',NULL,NULL,0,0);
INSERT INTO "entries" VALUES(2,4,'{"entry":"act","action":{"verb":"choose","actor":"P1","option":"4"}}','P1',11,'2026-01-01T12:00:00.000000+00:00','43567e80d4554c0f','101',NULL,0,1);
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    title TEXT NOT NULL,
    name TEXT NOT NULL,
    options TEXT NOT NULL,                        -- JSON list of option names
    edition TEXT NOT NULL,
    version INTEGER NOT NULL,                     -- rules version when the game started
    wanted INTEGER NOT NULL,                      -- seats offered
    host INTEGER NOT NULL,
    pace TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('lobby', 'running', 'paused', 'finished', 'abandoned')),
    created TEXT NOT NULL,
    ended TEXT NOT NULL DEFAULT '',
    note TEXT NOT NULL DEFAULT '',
    waits TEXT NOT NULL DEFAULT ''                -- the seat that has to act, or chance
);
INSERT INTO "games" VALUES(1,'count','Finished','["short"]','book',1,2,11,'standard','finished','2026-01-01T12:00:00.000000+00:00','all rounds played','','');
INSERT INTO "games" VALUES(2,'count','Torino Express','[]','book',1,3,11,'standard','running','2026-01-01T12:00:00.000000+00:00','','','P2');
INSERT INTO "games" VALUES(3,'count','Waiting','[]','book',0,3,44,'standard','lobby','2026-01-01T12:00:00.000000+00:00','','','');
CREATE TABLE journal (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    user INTEGER NOT NULL,
    at TEXT NOT NULL,
    sentence TEXT NOT NULL
);
INSERT INTO "journal" VALUES(1,2,3,11,'2026-01-01T12:00:00.000000+00:00','Ann took back 1 move: Ann: choose 3.');
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    nonce TEXT NOT NULL UNIQUE,
    content TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'done', 'failed', 'superseded')),
    attempts INTEGER NOT NULL DEFAULT 0,
    not_before TEXT NOT NULL,
    message INTEGER,                              -- id of the delivered message
    done TEXT,
    error TEXT NOT NULL DEFAULT ''
);
INSERT INTO "outbox" VALUES(1,1,0,'started','1.started','{"kind":"started","lines":["Seating, drawn by lot: Ann, Bea."]}','waiting',0,'2026-01-01T12:00:00.000000+00:00',NULL,NULL,'');
INSERT INTO "outbox" VALUES(2,1,1,'log','1.1.log','{"kind":"log","lines":["Operating round 1.1 begins."]}','waiting',0,'2026-01-01T12:00:00.000000+00:00',NULL,NULL,'');
INSERT INTO "outbox" VALUES(3,1,1,'card','1.card1','{"kind":"card","user":11,"player":"P1","actor":"P1","line":"<@11> · count · Finished · OR 1.1 · Ann adds a number","since":["Operating round 1.1 begins."],"ping":true}','superseded',0,'2026-01-01T12:00:00.000000+00:00',NULL,NULL,'');
INSERT INTO "outbox" VALUES(4,1,2,'log','1.2.log','{"kind":"log","lines":["Ann adds 1."]}','waiting',0,'2026-01-01T12:00:00.000000+00:00',NULL,NULL,'');
INSERT INTO "outbox" VALUES(5,1,2,'card','1.card2','{"kind":"card","user":22,"player":"P2","actor":"P2","line":"<@22> · count · Finished · OR 1.1 · Bea adds a number","since":["Operating round 1.1 begins.","Ann adds 1."],"ping":true}','superseded',0,'2026-01-01T12:00:00.000000+00:00',NULL,NULL,'');
INSERT INTO "outbox" VALUES(6,1,3,'pictures','1.3.pictures','{"kind":"pictures","live":3,"turn":"round","actor":"P2","first":2}','waiting',0,'2026-01-01T12:00:00.000000+00:00',NULL,NULL,'');
INSERT INTO "outbox" VALUES(7,1,3,'log','1.3.log','{"kind":"log","lines":["Bea adds 2.","The game is over (all rounds played): Bea 2, Ann 1."]}','waiting',0,'2026-01-01T12:00:00.000000+00:00',NULL,NULL,'');
INSERT INTO "outbox" VALUES(8,1,3,'ended','1.3.ended','{"kind":"ended","reason":"all rounds played","scores":[["P2",2],["P1",1]]}','waiting',0,'2026-01-01T12:00:00.000000+00:00',NULL,NULL,'');
INSERT INTO "outbox" VALUES(9,2,0,'started','2.started','{"kind":"started","lines":["Seating, drawn by lot: Ann, Bea, Carl."]}','waiting',0,'2026-01-01T12:00:00.000000+00:00',NULL,NULL,'');
INSERT INTO "outbox" VALUES(10,2,1,'log','2.1.log','{"kind":"log","lines":["Operating round 1.1 begins."]}','waiting',0,'2026-01-01T12:00:00.000000+00:00',NULL,NULL,'');
INSERT INTO "outbox" VALUES(11,2,1,'card','2.card3','{"kind":"card","user":11,"player":"P1","actor":"P1","line":"<@11> · count · Torino Express · OR 1.1 · Ann adds a number","since":["Operating round 1.1 begins."],"ping":true}','superseded',0,'2026-01-01T12:00:00.000000+00:00',NULL,NULL,'');
INSERT INTO "outbox" VALUES(12,2,2,'log','2.2.log','{"kind":"log","lines":["Ann adds 3."]}','waiting',0,'2026-01-01T12:00:00.000000+00:00',NULL,NULL,'');
INSERT INTO "outbox" VALUES(13,2,2,'card','2.card4','{"kind":"card","user":22,"player":"P2","actor":"P2","line":"<@22> · count · Torino Express · OR 1.1 · Bea adds a number","since":["Operating round 1.1 begins.","Ann adds 3."],"ping":true}','superseded',0,'2026-01-01T12:00:00.000000+00:00',NULL,NULL,'');
INSERT INTO "outbox" VALUES(14,2,3,'log','2.3.log','{"kind":"log","lines":["Ann took back 1 move: Ann: choose 3."]}','waiting',0,'2026-01-01T12:00:00.000000+00:00',NULL,NULL,'');
INSERT INTO "outbox" VALUES(15,2,3,'card','2.card5','{"kind":"card","user":11,"player":"P1","actor":"P1","line":"<@11> · count · Torino Express · OR 1.1 · Ann adds a number","since":[],"ping":true}','superseded',0,'2026-01-01T12:00:00.000000+00:00',NULL,NULL,'');
INSERT INTO "outbox" VALUES(16,2,4,'log','2.4.log','{"kind":"log","lines":["Ann adds 4."]}','waiting',0,'2026-01-01T12:00:00.000000+00:00',NULL,NULL,'');
INSERT INTO "outbox" VALUES(17,2,4,'card','2.card6','{"kind":"card","user":22,"player":"P2","actor":"P2","line":"<@22> · count · Torino Express · OR 1.1 · Bea adds a number","since":["Operating round 1.1 begins.","Ann adds 3.","Ann took back 1 move: Ann: choose 3.","Ann adds 4."],"ping":true}','waiting',0,'2026-01-01T12:00:00.000000+00:00',NULL,NULL,'');
CREATE TABLE people (
    user INTEGER PRIMARY KEY,
    zone TEXT NOT NULL,
    quiet_from TEXT,
    quiet_to TEXT,
    first REAL,                                   -- hours until the first reminder
    direct INTEGER NOT NULL DEFAULT 0,
    heads_up INTEGER NOT NULL DEFAULT 0,
    away_from TEXT,
    away_to TEXT
);
INSERT INTO "people" VALUES(22,'Europe/Rome','22:00:00','08:00:00',5.0,1,1,NULL,NULL);
CREATE TABLE petitions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('undo', 'act', 'replace')),
    seq INTEGER NOT NULL,
    asker INTEGER NOT NULL,
    at TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'granted', 'refused', 'void')),
    count INTEGER NOT NULL DEFAULT 0,
    seat INTEGER NOT NULL DEFAULT 0,
    needed INTEGER NOT NULL
);
INSERT INTO "petitions" VALUES(1,2,'undo',4,11,'2026-01-01T12:00:00.000000+00:00','open',1,0,2);
CREATE TABLE places (
    game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    guild INTEGER NOT NULL DEFAULT 0,
    channel INTEGER NOT NULL DEFAULT 0,
    lobby_message INTEGER NOT NULL DEFAULT 0,
    thread INTEGER NOT NULL DEFAULT 0,
    log_thread INTEGER NOT NULL DEFAULT 0,
    card_message INTEGER NOT NULL DEFAULT 0
);
INSERT INTO "places" VALUES(2,9001,9002,9003,9004,9005,9006);
CREATE TABLE reminders (
    id INTEGER PRIMARY KEY,
    call INTEGER NOT NULL REFERENCES calls (id) ON DELETE CASCADE,
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    user INTEGER NOT NULL,
    level INTEGER NOT NULL,                       -- 0 = the call itself, held back by quiet hours
    due TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'cancelled'))
);
INSERT INTO "reminders" VALUES(1,1,1,11,1,'2026-01-01T20:00:00.000000+00:00','cancelled');
INSERT INTO "reminders" VALUES(2,2,1,22,1,'2026-01-01T20:00:00.000000+00:00','cancelled');
INSERT INTO "reminders" VALUES(3,3,2,11,1,'2026-01-01T20:00:00.000000+00:00','cancelled');
INSERT INTO "reminders" VALUES(4,4,2,22,1,'2026-01-01T20:00:00.000000+00:00','cancelled');
INSERT INTO "reminders" VALUES(5,5,2,11,1,'2026-01-01T20:00:00.000000+00:00','cancelled');
INSERT INTO "reminders" VALUES(6,6,2,22,1,'2026-01-01T20:00:00.000000+00:00','waiting');
CREATE TABLE schema_migrations (
        level INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at TEXT NOT NULL
    );
INSERT INTO "schema_migrations" VALUES(1,'tables','b0b1f4a61006bc5b1d652cb21c042f44116303e8c6adde093d1ff6b11a988d26','2026-01-01T12:00:00.000000+00:00');
INSERT INTO "schema_migrations" VALUES(2,'commands','106bc161c06ba28ed1e7101a1282fb7a6df3ed8eb6e4d28fb8dcd3f57a0f5116','2026-01-01T12:00:00.000000+00:00');
CREATE TABLE seats (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    user INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
INSERT INTO "seats" VALUES(1,1,11,'Ann');
INSERT INTO "seats" VALUES(1,2,22,'Bea');
INSERT INTO "seats" VALUES(2,1,11,'Ann');
INSERT INTO "seats" VALUES(2,2,22,'Bea');
INSERT INTO "seats" VALUES(2,3,33,'Carl');
INSERT INTO "seats" VALUES(3,1,44,'Dan');
CREATE TABLE snapshots (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,                         -- the position after this entry
    version INTEGER NOT NULL,                     -- of the rules that made it
    digest TEXT NOT NULL,
    position BLOB NOT NULL,
    PRIMARY KEY (game, seq)
);
CREATE TABLE votes (
    petition INTEGER NOT NULL REFERENCES petitions (id) ON DELETE CASCADE,
    user INTEGER NOT NULL,
    yes INTEGER NOT NULL,
    PRIMARY KEY (petition, user)
) WITHOUT ROWID;
CREATE INDEX games_by_status ON games (status);
CREATE INDEX seats_by_user ON seats (user);
CREATE UNIQUE INDEX entries_by_click ON entries (click) WHERE click IS NOT NULL;
CREATE INDEX entries_by_question ON entries (game, question) WHERE question IS NOT NULL;
CREATE UNIQUE INDEX calls_open ON calls (game) WHERE ended IS NULL;
CREATE INDEX calls_by_game ON calls (game, id);
CREATE UNIQUE INDEX reminders_once ON reminders (call, level);
CREATE INDEX reminders_due ON reminders (due) WHERE state = 'waiting';
CREATE INDEX reminders_by_game ON reminders (game);
CREATE INDEX outbox_due ON outbox (game, id) WHERE state IN ('waiting', 'sending');
CREATE INDEX outbox_by_kind ON outbox (game, kind, id);
CREATE INDEX places_by_thread ON places (thread);
CREATE INDEX places_by_channel ON places (channel);
CREATE INDEX petitions_by_game ON petitions (game, state);
CREATE INDEX journal_by_game ON journal (game, id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('games',3);
INSERT INTO "sqlite_sequence" VALUES('outbox',17);
INSERT INTO "sqlite_sequence" VALUES('journal',1);
INSERT INTO "sqlite_sequence" VALUES('petitions',1);
COMMIT;
