"""Judges what was drawn, from recorded canvas calls."""

import math
from itertools import combinations

from renderers.canvas import Box, Drawn
from renderers.geometry import HexShape

SLACK = 1.5


def texts(log: list[Drawn]) -> list[Drawn]:
    return [call for call in log if call.kind == "text"]


def words(log: list[Drawn]) -> list[str]:
    return [call.text for call in texts(log)]


def kinds(log: list[Drawn], kind: str) -> list[Drawn]:
    return [call for call in log if call.kind == kind]


def overlap(first: Box, second: Box, slack: float = SLACK) -> bool:
    wide = min(first[2], second[2]) - max(first[0], second[0])
    high = min(first[3], second[3]) - max(first[1], second[1])
    return wide > slack and high > slack


def inside(inner: Box, outer: Box, slack: float = SLACK) -> bool:
    return (
        inner[0] >= outer[0] - slack
        and inner[1] >= outer[1] - slack
        and inner[2] <= outer[2] + slack
        and inner[3] <= outer[3] + slack
    )


def middle(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def into_disc(text: Box, disc: Box) -> float:
    """How far a text reaches into a disc, in pixels."""
    (x, y), radius = middle(disc), (disc[2] - disc[0]) / 2
    gap = max(text[0] - x, x - text[2], 0), max(text[1] - y, y - text[3], 0)
    return radius - math.hypot(*gap)


def clashes(log: list[Drawn]) -> list[str]:
    """Texts on texts, and texts on discs that they do not belong to."""
    found = [f"{a.text!r} on {b.text!r}" for a, b in combinations(texts(log), 2) if overlap(a.box, b.box)]
    round_things = ("slot", "token", "revenue", "port", "badge")
    discs = [call for call in log if call.kind in round_things]
    bars = kinds(log, "town")
    found += [f"{text.text!r} on a town" for text in texts(log) for bar in bars if overlap(text.box, bar.box)]
    for text in texts(log):
        for disc in discs:
            reach = into_disc(text.box, disc.box)
            belongs = math.dist(middle(text.box), middle(disc.box)) < (disc.box[2] - disc.box[0]) / 2
            if reach > SLACK and not belongs:
                found.append(f"{text.text!r} {reach:.1f} px into {disc.kind}")
    return found


def outside(shape: HexShape, log: list[Drawn]) -> list[str]:
    """Texts that leave the hex by more than the slack."""
    wide, high = shape.reach
    found = []
    for text in texts(log):
        for y in (text.box[1], text.box[3]):
            room = shape.chord(min(abs(y - high), shape.inradius if shape.layout == "flat" else shape.side)) + 2 * SLACK
            if text.box[0] - wide < -room or text.box[2] - wide > room or abs(y - high) > high + SLACK:
                found.append(f"{text.text!r} at {y:.0f}")
    return found
