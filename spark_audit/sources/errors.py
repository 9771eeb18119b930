"""What a run cannot go on from."""


class SourceError(Exception):
    """An input that is missing or not what it should be; the message says which and where."""
