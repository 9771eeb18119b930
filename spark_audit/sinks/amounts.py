"""Numbers for people: rounded, and durations in a suitable unit."""

from collections.abc import Mapping

_UNITS = (("days", 86_400), ("hours", 3_600), ("minutes", 60))
_SHARES = ("share",)
_WHOLE = 100


def of(texts: Mapping[str, str], name: str, value: float | None) -> str:
    """A number of a finding. By its name: durations with a unit, shares as percent, actions as words, others as
    `number`."""
    if value is None:
        return "–"
    if name == "action":
        return texts[f"action_{value:g}"]
    if name.startswith("seconds"):
        return duration(texts, value)
    if name in _SHARES:
        return f"{percent(100 * value)} %"
    return percent(value) if name.endswith("percent") else number(value)


def number(value: float | None) -> str:
    """Thousands separated by commas, fractions with one decimal place, numbers below 1 with two significant digits."""
    if value is None:
        return "–"
    if float(value).is_integer() or abs(value) >= 1:
        return f"{value:,.1f}".removesuffix(".0")
    return f"{value:.2g}"


def percent(value: float) -> str:
    """With one decimal place. Less than 100 is never shown as 100, and more than 0 never as 0."""
    rounded = f"{value:.1f}".removesuffix(".0")
    if rounded == "100" and value < _WHOLE:
        return "99.9"
    return "<0.1" if rounded == "0" and value > 0 else rounded


def duration(texts: Mapping[str, str], seconds: float) -> str:
    """In the largest unit in which it is at least 2."""
    unit, length = next(((name, length) for name, length in _UNITS if seconds >= 2 * length), ("seconds", 1))
    return texts[f"duration_{unit}"].format(n=number(round(seconds / length)))
