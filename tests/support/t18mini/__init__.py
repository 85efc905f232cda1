"""A toy title for the tests of the shared machinery."""

from tests.support.t18mini.title import T18MINI

__all__ = ["T18MINI"]
