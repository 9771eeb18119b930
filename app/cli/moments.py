"""Times as operators type them: as in policy files (`app.platform.moments`), or a span from now."""

import re

from app.cli.exit_status import wrong_usage
from app.platform import moments
from app.platform.clock import machine_ms

_SPAN = re.compile(r"\+?([0-9]{1,6})([smhd])")
_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}


def epoch_ms(text: str) -> int:
    """Epoch milliseconds. Raises CommandError."""
    if _SPAN.fullmatch(text):
        return machine_ms() + 1000 * seconds(text)
    try:
        return moments.moment(text)
    except ValueError as error:
        raise wrong_usage(f"{text!r} is no time ({error}); 90d is 90 days from now") from None


def no_span(text: str) -> int:
    """The same of a time alone, where a span from now would be taken for one until now. Raises CommandError."""
    if _SPAN.fullmatch(text):
        raise wrong_usage(f"{text} from now is in the future: say --ago {text.removeprefix('+')}")
    return epoch_ms(text)


def before(span: str) -> int:
    """Epoch milliseconds of so long ago. Raises CommandError."""
    return machine_ms() - 1000 * seconds(span)


def seconds(text: str) -> int:
    """Seconds of `30m`. Raises CommandError."""
    span = _SPAN.fullmatch(text)
    if span is None or not int(span[1]):
        raise wrong_usage(f"{text!r} is no span of time: write 30m, 2h or 7d")
    return int(span[1]) * _SECONDS[span[2]]
