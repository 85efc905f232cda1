"""Why a database cannot be brought up to date: one type and one plain sentence for each reason."""


class MigrationError(Exception):
    """Something stands between this database and this version of the code; the text says what, in one sentence."""


class UnreadableMigrationError(MigrationError):
    """A migration file has a wrong name, an unfinished statement or a statement that does not belong in one."""


class MigrationGapError(MigrationError):
    """A number is missing or used twice, among the files or among the levels a database records."""


class ChangedMigrationError(MigrationError):
    """A migration that this database already has was edited afterwards."""


class NewerDatabaseError(MigrationError):
    """A later version of the code has already migrated this database."""


class ForeignDatabaseError(MigrationError):
    """The file is a SQLite database of some other program."""


class CorruptDatabaseError(MigrationError):
    """The file is damaged, or is no SQLite database."""


class OpenTransactionError(MigrationError):
    """The connection is in the middle of a transaction, which a migration must not join."""


class FailedMigrationError(MigrationError):
    """A statement of a migration failed; the whole migration was rolled back and stays pending."""
