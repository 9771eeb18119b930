"""Names that nobody knows, in requests, files and settings: which was probably meant."""

import difflib
from collections.abc import Iterable


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that is most like this one; None when none is."""
    return next(iter(difflib.get_close_matches(name, list(known), 1)), None)
