"""Columns per day: allowed upwards, denied downwards."""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any
from xml.etree.ElementTree import Element

from spark_audit.sinks.report.elements import el
from spark_audit.sinks.report.figures import WIDTH, compact, drawing, linked

DAYS = 120
_LEFT, _UP, _DOWN = 70, 128, 54


def trend(days: Sequence[Mapping[str, Any]], allowed: str, denied: str) -> Element:
    """The last 120 days; each half on its own scale, because denials are few. A column leads to `#day-<date>`."""
    shown = days[-DAYS:]
    svg = drawing(236)
    step = min((WIDTH - _LEFT) / max(len(shown), 1), 90)
    most = {key: max((day[key] for day in shown), default=0) or 1 for key in ("allowed", "denied")}
    svg.append(el("text", compact(most["allowed"]), x=58, y=20, text_anchor="end"))
    svg.append(el("text", compact(most["denied"]), x=58, y=204, text_anchor="end"))
    for place, day in enumerate(shown):
        x = _LEFT + place * step
        up, down = _UP * day["allowed"] / most["allowed"], _DOWN * day["denied"] / most["denied"]
        title = f"{day['date']}: {allowed} {day['allowed']:,}, {denied} {day['denied']:,}"
        columns = (_column(x, step, up, "allowed", title), _column(x, step, down, "denied", title))
        svg.append(linked(f"day-{day['date']}", *columns))
        if place % max(1, ceil(92 / step)) == 0:
            svg.append(el("text", str(day["date"]), x=f"{x:.1f}", y=228))
    svg.append(el("line", x1=66, y1=143, x2=WIDTH, y2=143, stroke="var(--line)"))
    return svg


def _column(x: float, step: float, height: float, colour: str, title: str) -> Element:
    seen = max(height, 1.5) if height else 0.0  # a day with one denial must not look like a day without
    top = 140 - seen if colour == "allowed" else 146
    size = {"width": f"{max(step - 3, 1):.1f}", "height": f"{seen:.1f}"}
    return el("rect", el("title", title), x=f"{x:.1f}", y=f"{top:.1f}", rx=2, fill=f"var(--{colour})", **size)
