"""How a command ends: exit statuses that scripts may rely on, and the one error that carries them."""

from enum import IntEnum


class Status(IntEnum):
    """Documented in docs/cli.md; never renumbered."""

    DONE = 0
    REFUSED = 1
    """The center refused or failed; its sentence and code are on standard error."""
    USAGE = 2
    """The command line, a file or a setting is wrong; nothing was asked."""
    NOT_SIGNED_IN = 3
    CHANGES = 4
    """`plan --check`: the center is not as the file says."""
    BROKEN_TRAIL = 5


class CommandError(Exception):
    """Ends the command with a status and a sentence for people."""

    def __init__(self, sentence: str, status: Status = Status.REFUSED) -> None:
        super().__init__(sentence)
        self.status = status


def wrong_usage(sentence: str) -> CommandError:
    """What was typed cannot be meant."""
    return CommandError(sentence, Status.USAGE)


def not_signed_in(sentence: str) -> CommandError:
    """A credential is missing or refused."""
    return CommandError(sentence, Status.NOT_SIGNED_IN)
