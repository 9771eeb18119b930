"""Columns per day: allowed upwards, denied downwards."""

from collections.abc import Mapping, Sequence
from math import ceil, copysign
from typing import Any
from xml.etree.ElementTree import Element

from spark_audit.sinks.report.elements import el
from spark_audit.sinks.report.figures import WIDTH, compact, drawing, link_to

DAYS = 120
_LEFT, _UP, _DOWN = 70, 128, 54


def trend(days: Sequence[Mapping[str, Any]], allowed: str, denied: str, listed: int = DAYS) -> Element:
    """The last 120 days. Each half has its own scale, because denials are few.

    The columns of each half are one path. An invisible rectangle over each day links to `#day-<date>`, for the last
    `listed` days only: the others have no row on the page.
    """
    shown = days[-DAYS:]
    svg = drawing(236)
    step = min((WIDTH - _LEFT) / max(len(shown), 1), 90)
    most = {key: max((day[key] for day in shown), default=0) or 1 for key in ("allowed", "denied")}
    svg.append(el("text", compact(most["allowed"]), x=58, y=20, text_anchor="end"))
    svg.append(el("text", compact(most["denied"]), x=58, y=204, text_anchor="end"))
    for half, size, from_ in (("allowed", -_UP, 140), ("denied", _DOWN, 146)):
        heights = [size * day[half] / most[half] for day in shown]
        svg.append(_columns(heights, step, from_, half))
    for place, day in enumerate(shown):
        x = _LEFT + place * step
        if place % max(1, ceil(92 / step)) == 0:
            svg.append(el("text", str(day["date"]), x=f"{x:.1f}", y=228))
        if place >= len(shown) - listed:
            title = el("title", f"{day['date']}: {allowed} {day['allowed']:,}, {denied} {day['denied']:,}")
            over = el("rect", title, class_="over", x=f"{x:.1f}", width=f"{step:.1f}", height=200)
            svg.append(link_to(f"day-{day['date']}", over))
    svg.append(el("line", x1=66, y1=143, x2=WIDTH, y2=143, stroke="var(--line)"))
    return svg


def _columns(heights: Sequence[float], step: float, from_: int, name: str) -> Element:
    """The columns as one path. Least height 1.5, so that a day with one denial differs from a day without."""
    tall = [copysign(max(abs(height), 1.5), height) if height else 0.0 for height in heights]
    middle = _LEFT + max(step - 3, 1) / 2
    lines = [f"M{middle + place * step:.1f} {from_}v{height:.1f}" for place, height in enumerate(tall) if height]
    return el("path", d="".join(lines), class_=f"columns {name}", stroke_width=f"{max(step - 3, 1):.1f}")
