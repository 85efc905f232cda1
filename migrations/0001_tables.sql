-- Games as append-only logs, the people at the tables, and everything that is still due to somebody.
-- Moments are ISO 8601 text in UTC with microseconds, so that text order is time order. Users are Discord ids.

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
CREATE INDEX games_by_status ON games (status);

CREATE TABLE seats (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    user INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
CREATE INDEX seats_by_user ON seats (user);

-- The truth of a game. Nothing in it is ever changed or deleted.
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
CREATE UNIQUE INDEX entries_by_click ON entries (click) WHERE click IS NOT NULL;
CREATE INDEX entries_by_question ON entries (game, question) WHERE question IS NOT NULL;

CREATE TABLE snapshots (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,                         -- the position after this entry
    version INTEGER NOT NULL,                     -- of the rules that made it
    digest TEXT NOT NULL,
    position BLOB NOT NULL,
    PRIMARY KEY (game, seq)
);

-- A stretch of time in which one seat has to act.
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
CREATE UNIQUE INDEX calls_open ON calls (game) WHERE ended IS NULL;
CREATE INDEX calls_by_game ON calls (game, id);

CREATE TABLE reminders (
    id INTEGER PRIMARY KEY,
    call INTEGER NOT NULL REFERENCES calls (id) ON DELETE CASCADE,
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    user INTEGER NOT NULL,
    level INTEGER NOT NULL,                       -- 0 = the call itself, held back by quiet hours
    due TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'cancelled'))
);
CREATE UNIQUE INDEX reminders_once ON reminders (call, level);
CREATE INDEX reminders_due ON reminders (due) WHERE state = 'waiting';
CREATE INDEX reminders_by_game ON reminders (game);

-- What is to be told or shown, written in the transaction of the move that caused it.
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
CREATE INDEX outbox_due ON outbox (game, id) WHERE state IN ('waiting', 'sending');
CREATE INDEX outbox_by_kind ON outbox (game, kind, id);

-- Where a table lives in Discord; replaced when that world forgets it.
CREATE TABLE places (
    game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    guild INTEGER NOT NULL DEFAULT 0,
    channel INTEGER NOT NULL DEFAULT 0,
    lobby_message INTEGER NOT NULL DEFAULT 0,
    thread INTEGER NOT NULL DEFAULT 0,
    log_thread INTEGER NOT NULL DEFAULT 0,
    card_message INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX places_by_thread ON places (thread);
CREATE INDEX places_by_channel ON places (channel);

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
CREATE INDEX petitions_by_game ON petitions (game, state);

CREATE TABLE votes (
    petition INTEGER NOT NULL REFERENCES petitions (id) ON DELETE CASCADE,
    user INTEGER NOT NULL,
    yes INTEGER NOT NULL,
    PRIMARY KEY (petition, user)
) WITHOUT ROWID;

-- What happened to the table itself, with the real user.
CREATE TABLE journal (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    user INTEGER NOT NULL,
    at TEXT NOT NULL,
    sentence TEXT NOT NULL
);
CREATE INDEX journal_by_game ON journal (game, id);
