"""The one error of the pictures."""


class PictureError(ValueError):
    """A position or hint that cannot be drawn; the text names what is wrong and where."""
