"""Cross-checks between the parts of a title: each names the entry that is wrong."""

from engine.loader.source import Document
from engine.schema import TitleData


def check(document: Document, data: TitleData) -> None:
    """Stub."""
