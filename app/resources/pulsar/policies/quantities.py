"""Durations, sizes, counts and rates of policies: from people's units (`7d`, `12h`, `50GB`) to Pulsar's and back. Pure.

A GB has 1024 MB, as in `pulsar-admin`.
"""

import re
from typing import Any

from app.resources.pulsar.policies.catalogue import ValueShape
from app.resources.pulsar.policies.texts import quoted

_LENGTHS = {"ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 604_800_000}
"""Unit of time → milliseconds."""
_SIZES = {"B": 1, "KB": 2**10, "MB": 2**20, "GB": 2**30, "TB": 2**40, "PB": 2**50}
"""Unit of size → bytes."""
_UNITS = {"duration": _LENGTHS, "size": _SIZES}
_SHOWN = {"duration": ("d", "h", "m", "s", "ms"), "size": tuple(reversed(_SIZES))}
"""Weeks are read, but not shown."""
_FORMS = {"duration": "a duration such as 90s, 12h or 7d", "size": "a size such as 500MB or 50GB"}
_SHORT = {unit[0]: unit for unit in _SIZES if unit != "B"}
_AMOUNT = re.compile(r"(\d{1,18})\s?([A-Za-z]{1,2})", re.ASCII)
_RATE = re.compile(r"\d{1,20}(\.\d{1,20})?(e[+-]?\d{1,3})?", re.ASCII | re.IGNORECASE)


def number(shape: ValueShape, value: Any) -> int:
    """A duration, a size or a count, in the unit of the shape. Raises ValueError."""
    text = "off" if value is False and "off" in shape.words else str(value)
    if not isinstance(value, str | int) or (isinstance(value, bool) and text != "off"):
        raise ValueError(f"{quoted(value)} is no {shape.type}")
    if (word := text.strip().lower()) in shape.words:
        return shape.words[word]
    measured = _measure(shape, text)
    return _check_bounds(shape, shape.same.get(measured, measured))


def _measure(shape: ValueShape, text: str) -> int:
    if re.fullmatch(r"[+-]?\d{1,18}", text.strip(), re.ASCII):
        number = int(text)
        if shape.type == "count" or number in shape.words.values() or number in shape.same:
            return number
    if shape.type == "count":
        raise ValueError(f"{quoted(text)} is no whole number")
    try:
        return _whole_number(shape, text)
    except ValueError as error:
        words = f", nor {' or '.join(shape.words)}" if shape.words else ""
        raise ValueError(f"{quoted(text)} {error}{words}") from error


def _check_bounds(shape: ValueShape, number: int) -> int:
    if number not in shape.words.values() and not shape.min <= number <= shape.max:
        shown = (show(shape, bound) for bound in (shape.min, shape.max))
        raise ValueError("has to lie between {} and {}".format(*shown))
    return number


def show(shape: ValueShape, value: int) -> str:
    """In people's units, or the word that stands for it."""
    value = shape.same.get(value, value)
    for word, number in shape.words.items():
        if number == value:
            return word
    if shape.type == "count" or value < 0:
        return str(value)
    return _in_units(shape, value)


def rate(shape: ValueShape, value: Any) -> float:
    """A number that may be a fraction. Raises ValueError."""
    try:
        number = None if isinstance(value, bool) or not _RATE.fullmatch(str(value).strip()) else float(value)
    except (ValueError, OverflowError):
        number = None
    if number is None or not shape.min <= number <= shape.max:
        raise ValueError(f"{quoted(value)} is no number from {shape.min} to {shape.max}")
    return int(number) if number == int(number) else number


def _whole_number(shape: ValueShape, text: str) -> int:
    """In the unit that Pulsar stores. Raises ValueError when it is no whole number of them."""
    units, match = _UNITS[shape.type], _AMOUNT.fullmatch(text.strip())
    unit = _unit(match[2], units) if match else None
    if match is None or unit is None:
        raise ValueError(f"is not {_FORMS[shape.type]}")
    amount, rest = divmod(int(match[1]) * units[unit], units[shape.unit])
    if rest:
        raise ValueError(f"is no whole number of {shape.unit}, which is what Pulsar stores")
    return amount


def _unit(name: str, units: dict[str, int]) -> str | None:
    if units is _LENGTHS:
        return name if name in units else None
    upper = name.upper()
    return upper if upper in units else _SHORT.get(upper)


def _in_units(shape: ValueShape, value: int) -> str:
    """In the largest unit that leaves no rest."""
    units, order = _UNITS[shape.type], _SHOWN[shape.type]
    amount = value * units[shape.unit]
    unit = next((unit for unit in order if amount and amount % units[unit] == 0), None)
    return f"{amount // units[unit]}{unit}" if unit else f"0{order[-1] if order[-1] != 'ms' else 's'}"
