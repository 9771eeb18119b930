"""How commands end: exit statuses for scripts, and the error that carries them."""

from enum import IntEnum


class Status(IntEnum):
    """Exit statuses. They are documented in docs/cli.md and must not change."""

    DONE = 0
    REFUSED = 1
    """The center refused or failed; its message and code are on standard error."""
    USAGE = 2
    """The command line, a file or a setting is wrong; no request was sent."""
    NOT_SIGNED_IN = 3
    CHANGES = 4
    """`plan --check`: the center differs from the file; `drift --check`: the cluster from the center."""
    BROKEN_TRAIL = 5
    WARNINGS = 6
    """`doctor`: nothing is broken, but something should be looked at."""


class CommandError(Exception):
    """Ends the command with a status and a message for people."""

    def __init__(self, sentence: str, status: Status = Status.REFUSED) -> None:
        super().__init__(sentence)
        self.status = status


def wrong_usage(sentence: str) -> CommandError:
    """An error for a wrong command line."""
    return CommandError(sentence, Status.USAGE)


def not_signed_in(sentence: str) -> CommandError:
    """An error for a missing or refused credential."""
    return CommandError(sentence, Status.NOT_SIGNED_IN)
