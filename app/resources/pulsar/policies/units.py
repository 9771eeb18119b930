"""Durations and sizes as people write them: `7d`, `12h`, `50GB`. Pure.

A GB has 1024 MB, as in `pulsar-admin`.
"""

import re

_LENGTHS = {"ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 604_800_000}
"""Unit of time → milliseconds."""
_SIZES = {"B": 1, "KB": 2**10, "MB": 2**20, "GB": 2**30, "TB": 2**40, "PB": 2**50}
"""Unit of size → bytes."""
_SHORT = {unit[0]: unit for unit in _SIZES if unit != "B"}
_AMOUNT = re.compile(r"(\d{1,18})\s?([A-Za-z]{1,2})", re.ASCII)
_SHOWN = ("d", "h", "m", "s", "ms"), tuple(reversed(_SIZES))
"""Weeks are read, but not shown."""


def duration(text: str, unit: str) -> int:
    """`7d` in the unit (`ms`, `s` or `m`) that Pulsar stores. Raises ValueError when it is no whole number of them."""
    return _whole_number(text, _LENGTHS, _LENGTHS[unit], "a duration such as 90s, 12h or 7d")


def size(text: str, unit: str) -> int:
    """`50GB` in the unit (`B` or `MB`) that Pulsar stores. Raises ValueError when it is no whole number of them."""
    return _whole_number(text, _SIZES, _SIZES[unit], "a size such as 500MB or 50GB")


def show_duration(value: int, unit: str) -> str:
    """In the largest unit that leaves no rest."""
    return _show(value * _LENGTHS[unit], _LENGTHS, _SHOWN[0])


def show_size(value: int, unit: str) -> str:
    """In the largest unit that leaves no rest."""
    return _show(value * _SIZES[unit], _SIZES, _SHOWN[1])


def _whole_number(text: str, units: dict[str, int], unit_length: int, form: str) -> int:
    match = _AMOUNT.fullmatch(text.strip())
    unit = _unit(match[2], units) if match else None
    if match is None or unit is None:
        raise ValueError(f"is not {form}")
    amount, rest = divmod(int(match[1]) * units[unit], unit_length)
    if rest:
        smallest = next(unit for unit, length in units.items() if length == unit_length)
        raise ValueError(f"is no whole number of {smallest}, which is what Pulsar stores")
    return amount


def _unit(name: str, units: dict[str, int]) -> str | None:
    if units is _LENGTHS:
        return name if name in units else None
    upper = name.upper()
    return upper if upper in units else _SHORT.get(upper)


def _show(amount: int, units: dict[str, int], order: tuple[str, ...]) -> str:
    unit = next((unit for unit in order if amount and amount % units[unit] == 0), None)
    return f"{amount // units[unit]}{unit}" if unit else f"0{order[-1] if order[-1] != 'ms' else 's'}"
