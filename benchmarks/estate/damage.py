"""Lines damaged as by a crash, a bad disk or a foreign program, each with the reason that the audit must give."""

import random
from collections.abc import Callable

_TOO_LONG = 70_000
_RARELY = 50


def spoil(line: bytes, turn: int, chance: random.Random) -> tuple[str, bytes]:
    """Reason and damaged line; the kinds take turns."""
    kinds: tuple[tuple[str, Callable[[], bytes]], ...] = (
        ("malformed", lambda: line[: chance.randrange(20, len(line) - 3)] + b"\n"),
        ("unknown_version", lambda: line.replace(b'"v":1}', b'"v":9}')),
        ("wrong_type", lambda: line.replace(b'"time":', b'"time":"noon","was":')),
        ("not_utf8", lambda: line.replace(b'"op":"', b'"op":"\xff\xfe')),
        ("bad_value:act", lambda: line.replace(b'"act":', b'"act":9')),
        ("missing:code", lambda: line.replace(b'"code":', b'"cause":')),
    )
    if turn % _RARELY == _RARELY - 1:
        return "too_long", line.replace(b'"v":1}', b'"v":1,"note":"' + b"x" * _TOO_LONG + b'"}')
    reason, spoiled = kinds[turn % len(kinds)]
    return reason, spoiled()
