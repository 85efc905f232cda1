"""Small questions about questions, shared by all frames: building a Decision, and whether there is anything to ask."""

from collections.abc import Iterable

from engine.actions import Pass
from engine.context import Context
from engine.decisions import Decision, Spec
from engine.errors import RuleError
from engine.ids import EntityId

Question = tuple[str, str]
"""Prompt (a clause without the actor, ``"lays track"``) and topic of the paragraph, see `Rules.paragraph`."""


def decide(
    ctx: Context, actor: EntityId, question: Question, specs: Iterable[Spec], idle: Iterable[Spec] = ()
) -> Decision | None:
    """Return the Decision of `actor`; None when nobody decides for it (a frozen company) or nothing can be chosen.

    `idle` are verbs of the step without a legal action: a refusal can then say why.
    """
    player = ctx.rules.control.controller(ctx, actor)
    offered = tuple(specs)
    if player is None or not offered:
        return None
    prompt, topic = question
    return Decision(actor, player, prompt, ctx.rules.paragraph(topic), offered, idle=tuple(idle))


def possible(spec: Spec, actor: EntityId) -> bool:
    """Whether the spec has at least one legal action; stops at the first."""
    return next(spec.enumerate(actor), None) is not None


def passing(words: str) -> Spec:
    """Return the spec of doing nothing."""
    return Spec(Pass, words)


def refusal(ctx: Context, code: str, topic: str, sentence: str) -> RuleError:
    """Return a RuleError with the title's paragraph for a topic."""
    return RuleError(code, ctx.rules.paragraph(topic), sentence)


def money(ctx: Context, amount: int) -> str:
    """Return an amount as the title writes it."""
    return ctx.data.currency.format(amount)
