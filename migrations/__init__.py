"""The database's structure, as numbered SQL files and the runner that applies them.

`0001_first.sql`, `0002_second.sql` ... lie beside this file. A file that has been released is never edited:
the runner keeps its checksum in every database it touched. A change is a new file with the next number.
"""

from migrations.errors import (
    ChangedMigrationError,
    CorruptDatabaseError,
    FailedMigrationError,
    ForeignDatabaseError,
    MigrationError,
    MigrationGapError,
    NewerDatabaseError,
    OpenTransactionError,
    UnreadableMigrationError,
)
from migrations.runner import AppliedMigration, Migration, applied, available, migrate, pending

__all__ = [
    "AppliedMigration",
    "ChangedMigrationError",
    "CorruptDatabaseError",
    "FailedMigrationError",
    "ForeignDatabaseError",
    "Migration",
    "MigrationError",
    "MigrationGapError",
    "NewerDatabaseError",
    "OpenTransactionError",
    "UnreadableMigrationError",
    "applied",
    "available",
    "migrate",
    "pending",
]
