"""JSON that a cluster answers, read so that nothing further on has to fear it. Pure.

A cluster may be broken or hostile. Nesting without end would overflow the stack of whoever walks through it, NaN and
Infinity are no JSON of ours, and half a character (an unpaired surrogate) can be neither stored nor sent.
"""

import json
import math
import re
from typing import Any, NoReturn

MOST_LEVELS = 64
"""Pulsar's own answers have some ten."""
_ESCAPED_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")


def read(body: bytes) -> Any:
    """The value. Raises ValueError with the reason."""
    try:
        value = json.loads(body, parse_float=_finite, parse_constant=_no_number)
    except RecursionError as error:
        raise _too_deep() from error
    if _is_deep(value):
        raise _too_deep()
    if _ESCAPED_SURROGATE.search(body):
        json.dumps(value, ensure_ascii=False).encode()  # UnicodeEncodeError is a ValueError
    return value


def _is_deep(value: Any) -> bool:
    level = [value]
    for _ in range(MOST_LEVELS):
        level = [inner for outer in level for inner in _inside(outer) if isinstance(inner, dict | list)]
        if not level:
            return False
    return True


def _inside(value: Any) -> Any:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


def _finite(text: str) -> float:
    number = float(text)
    return number if math.isfinite(number) else _no_number(text)


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text[:20]} is no number")


def _too_deep() -> ValueError:
    return ValueError(f"nested deeper than {MOST_LEVELS} levels")
