"""Names of things: every identifier the engine uses, and the few fixed entities.

All identifiers are strings, so that states, actions and logs need no translation to JSON.
"""

from typing import Final, NewType

EntityId = NewType("EntityId", str)
"""Whoever can hold cash or certificates: a player, a company, the bank, the pool, chance."""

PlayerId = NewType("PlayerId", EntityId)
"""A seat at the table: ``P1``, ``P2`` ... in the order of joining. A seat is not a Discord user."""

CompanyId = NewType("CompanyId", EntityId)
"""A corporation by its short name, for example ``SFTG``."""

PrivateId = NewType("PrivateId", str)
"""A concession or private company by its short name."""

HexId = NewType("HexId", str)
"""A hex by its printed coordinate, for example ``H4``."""

TileId = NewType("TileId", str)
"""A tile by its printed number, for example ``57``."""

StopRef = NewType("StopRef", str)
"""A stop on the map: hex, colon, kind letter and index, for example ``H4:c1``."""

TrainId = NewType("TrainId", str)
"""One train card: class, dash, copy counted from zero, for example ``3-1``."""

PhaseId = NewType("PhaseId", str)
"""A phase by the train class that starts it."""

MarkerId = NewType("MarkerId", str)
"""A marker on the stock market: a company or, in 1866, a stock-turn token."""

BANK: Final = EntityId("bank")
POOL: Final = EntityId("pool")
CHANCE: Final = PlayerId(EntityId("chance"))
