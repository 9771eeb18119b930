"""The error for inputs that a run cannot continue with."""


class SourceError(Exception):
    """An input is missing or wrong. The message names it and says what to do."""
