"""What the surroundings say: where files are kept, the token, how much is logged."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from bot.errors import BotError

TOKEN = "DISCORD_TOKEN"
DATABASE = "RAILHEAD_DB"
LEVEL = "RAILHEAD_LOG"
SHARDS = "RAILHEAD_SHARDS"

AUTO = "auto"


def data_directory(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """Return the folder for the user's data by the rules of the platform; it need not exist yet."""
    if platform == "win32":
        base = environment.get("LOCALAPPDATA")
        return Path(base) / "Railhead" if base else Path.home() / "AppData" / "Local" / "Railhead"
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Railhead"
    base = environment.get("XDG_DATA_HOME")
    return (Path(base) if base and Path(base).is_absolute() else Path.home() / ".local" / "share") / "railhead"


def database(named: Path | None, environment: Mapping[str, str] = os.environ) -> Path:
    """Return the database file: the one named, else RAILHEAD_DB, else railhead.db in the user's data."""
    if named is not None:
        return named
    chosen = environment.get(DATABASE)
    return Path(chosen) if chosen else data_directory(environment) / "railhead.db"


def token(environment: Mapping[str, str] = os.environ) -> str:
    """Return the bot's token, empty when none is set."""
    return environment.get(TOKEN, "").strip()


def log_level(environment: Mapping[str, str] = os.environ) -> str:
    """Return the name of the log level, ``INFO`` unless RAILHEAD_LOG says otherwise."""
    level = environment.get(LEVEL, "INFO").strip().upper()
    return level if level in ("DEBUG", "INFO", "WARNING", "ERROR") else "INFO"


def shards(environment: Mapping[str, str] = os.environ) -> int:
    """Return the number of connections to Discord: 1 unless RAILHEAD_SHARDS says otherwise, 0 = as Discord advises.

    Raises:
        BotError: it says neither ``auto`` nor a number from 1.
    """
    said = environment.get(SHARDS, "").strip().lower()
    if said in ("", AUTO):
        return 0 if said else 1
    if not (said.isascii() and said.isdigit() and int(said) > 0):
        raise BotError(f"{SHARDS} must be {AUTO} or a number from 1, not {said}.")
    return int(said)
