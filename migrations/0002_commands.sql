-- Which slash commands Discord was last told about, so that they are sent again only when they have changed.

CREATE TABLE commands (
    application INTEGER PRIMARY KEY,              -- id of the bot's application
    digest TEXT NOT NULL                          -- of the whole command tree
);
