"""The bot itself: on Discord, or in a local browser page."""

import argparse
import asyncio
import contextlib
import logging
import secrets
import signal
import sys
from collections.abc import Coroutine
from typing import TYPE_CHECKING

from bot import config
from bot.clock import Clock, SystemClock
from bot.commands.opening import database_argument
from bot.store import Store
from bot.tables import Tables

if TYPE_CHECKING:
    from bot.client import Services

SWITCH = 0.0005
"""Seconds after which a thread at work lets others go on: a tenth of Python's own, for answers come first."""
_PORT = 8118
_NO_TOKEN = (
    f"No {config.TOKEN} is set, so there is no Discord to talk to. Try the bot in your browser with: railhead preview"
)


def serve_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``serve``."""
    database_argument(parser)


def serve(arguments: argparse.Namespace) -> int:
    """Run the bot on Discord until it is stopped."""
    if not config.token():
        sys.stderr.write(_NO_TOKEN + "\n")
        return 2
    shards = config.shards()
    _log()
    asyncio.run(_until_stopped(_serve(arguments, config.token(), shards)))
    return 0


async def _serve(arguments: argparse.Namespace, token: str, shards: int) -> None:
    import discord

    from bot import client
    from bot.errors import BotError

    clock = SystemClock()
    store = await Store.open(config.database(arguments.db), clock)
    try:
        await client.serve(services(store, clock), token, shards)
    except discord.LoginFailure as error:
        raise BotError(f"Discord does not accept the token in {config.TOKEN}.") from error
    except OSError as error:
        raise BotError(f"Discord cannot be reached ({error.strerror or error}).") from error
    finally:
        await store.close()


def preview_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``preview``."""
    parser.add_argument("--port", type=int, default=_PORT, help=f"port of the page (default {_PORT})")
    database_argument(parser)


def preview(arguments: argparse.Namespace) -> int:
    """Run the bot in a local browser page until it is stopped."""
    from bot import preview as page

    if reason := page.missing():
        return page.complain(reason, config.database(arguments.db))
    _log()
    asyncio.run(_until_stopped(_preview(arguments)))
    return 0


async def _preview(arguments: argparse.Namespace) -> None:
    from bot import preview as page

    clock = page.WorldClock()
    store = await Store.open(config.database(arguments.db), clock)
    try:
        await page.show(services(store, clock), clock, arguments.port)
    finally:
        await store.close()


def services(store: Store, clock: Clock) -> "Services":
    """Return everything the Discord client works with."""
    from bot.client import Services
    from bot.pictures import Studio
    from engine.titles import TITLES

    return Services(store, clock, Tables(store, clock, TITLES, secrets.randbelow), TITLES, Studio())


async def _until_stopped(work: Coroutine[object, object, None]) -> None:
    """Run until it ends or the process is asked to stop; then let it close what it opened."""
    sys.setswitchinterval(SWITCH)
    task = asyncio.ensure_future(work)
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows
            loop.add_signal_handler(name, task.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await task


def _log() -> None:
    form = "%(asctime)s %(levelname)s %(name)s: %(message)s"
    logging.basicConfig(level=config.log_level(), format=form, stream=sys.stderr)
    logging.getLogger("apscheduler").setLevel(logging.WARNING)
