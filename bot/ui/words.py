"""Sentences of the bot: refusals, lists, the help screen. Rules speak for themselves, see `engine.errors`."""

import discord

from bot.errors import BotError, Refused
from bot.rows import GameRow, Place, Seat
from engine.errors import NotationError, RuleError

LONGEST = 400
"""Characters of a refusal."""

HELP = (
    "**Railhead** plays 18xx railway games here, a move at a time, over days or weeks.",
    "**Start:** `/game new` opens a lobby with Join, Leave and Start; each table gets its thread, and one for its log.",
    "**Your turn:** the bot mentions you on a card. Tap what you want, or use `/turn` for a private panel at any time.",
    "**Typing:** one command per kind of move (`/pass` `/bid` `/par` `/buy` `/sell` `/lay` `/token` `/run` `/train` …)"
    " offers what is legal; `/do` takes a line such as `lay K5 9 1`, or several parted by `;`, all or none.",
    "**Looking:** `/show map`, `market`, `players`, `log` and more; `at:` an earlier move, `private:` for you alone.",
    "**Oops:** `/game undo` takes your last move back while nobody else has acted; after that the others are asked.",
    "**You:** `/me` sets time zone, quiet hours and reminders; `/me test` calls you once, so you know calls arrive.",
    "**The table:** `/game info`, `list`, `pause`, `replace`, `pace`, `export`; the host also has `/gm`.",
)

QUESTIONS = {
    "item": "Which one",
    "amount": "How much",
    "company": "Which company",
    "price": "At what price",
    "source": "From whom",
    "count": "How many",
    "hex": "Which hex",
    "tile": "Which tile",
    "turn": "Turned how",
    "stop": "Which stop",
    "replaces": "In place of what",
    "train": "Which train",
    "routes": "Which routes",
    "target": "Into which",
    "partner": "With which company",
    "option": "Choose one",
}
"""What is asked when a field of an action is to be chosen."""


def question(field: str, limits: str = "") -> str:
    """Return the question for a field of an action, with what is possible in brackets."""
    asked = QUESTIONS.get(field, f"Which {field}")
    mark = "." if field == "option" else "?"
    return f"{asked} ({limits}){mark}" if limits else f"{asked}{mark}"


def refusal(error: Exception, hint: str = "") -> str | None:
    """Return what to tell a player about an error that is theirs; None when it is ours."""
    if isinstance(error, Refused | RuleError):
        said = f"{short(error.sentence)} [{error.paragraph}]" if error.paragraph else short(error.sentence)
    elif isinstance(error, NotationError | BotError):
        said = short(str(error))
    else:
        return None
    return f"{said}\n{hint}" if hint else said


def short(sentence: str) -> str:
    """Return a sentence that may quote what somebody typed, cut where it quotes too much."""
    return sentence if len(sentence) <= LONGEST else f"{sentence[:LONGEST]}…"


def stale() -> str:
    """Return the answer to a button of an earlier position."""
    return "The game has moved on; look at the newest card, or use `/turn`."


def seats(taken: tuple[Seat, ...], wanted: int) -> str:
    """Return who sits and how many seats are free."""
    names = "\n".join(f"{seat.number}. <@{seat.user}>" for seat in taken) or "Nobody yet."
    free = wanted - len(taken)
    return names + (f"\n-# {free} free seat{'s' if free != 1 else ''}" if free > 0 else "\n-# All seats are taken.")


def table_line(row: GameRow, place: Place | None) -> str:
    """Return a table in a list."""
    where = f" · <#{place.thread or place.channel}>" if place and (place.thread or place.channel) else ""
    return f"**{escape(row.name)}** · {row.title} · {row.status}{where} · `{row.id}`"


def escape(name: str) -> str:
    """Return a name that cannot format or mention."""
    return discord.utils.escape_mentions(discord.utils.escape_markdown(name))


PERMISSIONS = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "create_public_threads": "Create Public Threads",
    "attach_files": "Attach Files",
    "embed_links": "Embed Links",
    "read_message_history": "Read Message History",
}
"""What the bot needs in a channel, as Discord calls it."""


def missing(permissions: discord.Permissions) -> list[str]:
    """Return the needed permissions that are not there."""
    return [words for name, words in PERMISSIONS.items() if not getattr(permissions, name)]


def not_permitted(names: list[str]) -> str:
    """Return the sentence that asks for permissions."""
    return f"The bot lacks a permission here: {', '.join(names)}. Somebody who manages the server can grant it."
