"""The titles; `find` looks one up."""

from engine.titles.registry import TITLES, find

__all__ = ["TITLES", "find"]
