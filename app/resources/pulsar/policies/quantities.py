"""Durations, sizes, counts and rates of policies: from people's units to Pulsar's and back. Pure."""

import re
from typing import Any

from app.resources.pulsar.policies import units
from app.resources.pulsar.policies.catalogue import ValueShape
from app.resources.pulsar.policies.texts import quoted

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
        return (units.duration if shape.type == "duration" else units.size)(text, shape.unit)
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
    return (units.show_duration if shape.type == "duration" else units.show_size)(value, shape.unit)


def rate(shape: ValueShape, value: Any) -> float:
    """A number that may be a fraction. Raises ValueError."""
    try:
        number = None if isinstance(value, bool) or not _RATE.fullmatch(str(value).strip()) else float(value)
    except (ValueError, OverflowError):
        number = None
    if number is None or not shape.min <= number <= shape.max:
        raise ValueError(f"{quoted(value)} is no number from {shape.min} to {shape.max}")
    return int(number) if number == int(number) else number
