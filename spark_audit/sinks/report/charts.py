"""Pictures as inline SVG; every shape carries its exact number as a title."""

from collections.abc import Mapping, Sequence
from math import ceil, log1p
from typing import Any
from xml.etree.ElementTree import Element

from spark_audit.sinks.report.elements import el

WIDTH = 1070
_ROLES, _AREAS, _DAYS = 14, 12, 92


def share_bar(parts: Mapping[str, tuple[str, int]]) -> Element:
    """One stacked bar. `parts`: colour name → label and count; empty parts are left out."""
    total = sum(count for _, count in parts.values()) or 1
    svg = _svg(34)
    x = 0.0
    for colour, (label, count) in parts.items():
        width = WIDTH * count / total
        if count:
            title = el("title", f"{label}: {count}")
            svg.append(el("rect", title, x=x, y=2, width=max(width - 2, 1), height=30, rx=4, fill=f"var(--{colour})"))
        if width > 26:
            svg.append(el("text", count, x=x + width / 2 - 1, y=22, text_anchor="middle", class_="inside"))
        x += width
    return svg


def trend(days: Sequence[Mapping[str, Any]], allowed: str, denied: str) -> Element:
    """Columns per day: allowed upwards, denied downwards, each half on its own scale (denials are few)."""
    shown = days[-_DAYS:]
    svg = _svg(236)
    step = min((WIDTH - 70) / max(len(shown), 1), 90)
    most = {key: max((day[key] for day in shown), default=0) or 1 for key in ("allowed", "denied")}
    svg.append(el("text", f"{most['allowed']:,}", x=58, y=20, text_anchor="end"))
    svg.append(el("text", f"{most['denied']:,}", x=58, y=204, text_anchor="end"))
    for place, day in enumerate(shown):
        x = 70 + place * step
        up, down = 128 * day["allowed"] / most["allowed"], 54 * day["denied"] / most["denied"]
        width = max(step - 3, 1)
        svg.append(_column(x, 140 - up, width, up, "allowed", f"{day['date']} {allowed}: {day['allowed']:,}"))
        svg.append(_column(x, 146, width, down, "denied", f"{day['date']} {denied}: {day['denied']:,}"))
        if place % max(1, ceil(92 / step)) == 0:
            svg.append(el("text", str(day["date"]), x=x, y=228))
    svg.append(el("line", x1=66, y1=143, x2=WIDTH, y2=143, stroke="var(--line)"))
    return svg


def heat_map(cells: Sequence[Mapping[str, Any]]) -> Element:
    """Roles down, places across, the most used ones; darker is more use (logarithmic)."""
    roles, areas = _most(cells, "role")[:_ROLES], _most(cells, "area")[:_AREAS]
    value = {(cell["role"], cell["area"]): cell["n"] for cell in cells}
    most = max((value.get((role, area), 0) for role in roles for area in areas), default=1) or 1
    svg = _svg(30 * len(roles) + 150)
    width = (WIDTH - 330) / max(len(areas), 1)
    for column, area in enumerate(areas):
        x = 204 + (column + 0.5) * width
        svg.append(el("text", _short(area, 30), el("title", area), x=x, y=134, transform=f"rotate(-32 {x} 134)"))
    for row, role in enumerate(roles):
        y = 144 + 30 * row
        svg.append(el("text", _short(role, 28), el("title", role), x=192, y=y + 19, text_anchor="end", class_="strong"))
        for column, area in enumerate(areas):
            n = value.get((role, area), 0)
            svg.append(_cell(204 + column * width, y, width, n, log1p(n) / log1p(most), f"{role} · {area}: {n:,}"))
            if n and width > 46:
                strong = log1p(n) / log1p(most) > 0.55
                svg.append(_number(204 + (column + 0.5) * width - 1, y + 18, n, strong))
    return svg


def _svg(height: int) -> Element:
    return el("svg", viewBox=f"0 0 {WIDTH} {height}", role="img", xmlns="http://www.w3.org/2000/svg")


def _column(x: float, y: float, width: float, height: float, colour: str, title: str) -> Element:
    seen = max(height, 1.5) if height else 0
    top = y - (seen - height) if colour == "allowed" else y
    return el("rect", el("title", title), x=x, y=top, width=width, height=seen, rx=2, fill=f"var(--{colour})")


def _cell(x: float, y: float, width: float, n: int, share: float, title: str) -> Element:
    fill = f"rgba(var(--heat),{0.12 + 0.88 * share:.2f})" if n else "rgba(var(--heat),.04)"
    return el("rect", el("title", title), x=x, y=y, width=width - 2, height=27, rx=3, style=f"fill:{fill}")


def _number(x: float, y: float, n: int, strong: bool) -> Element:
    return el("text", _compact(n), x=x, y=y, text_anchor="middle", class_="inside" if strong else "strong")


def _most(cells: Sequence[Mapping[str, Any]], key: str) -> list[str]:
    totals: dict[str, int] = {}
    for cell in cells:
        totals[cell[key]] = totals.get(cell[key], 0) + cell["n"]
    return sorted(totals, key=lambda name: (-totals[name], name))


def _short(text: str, length: int) -> str:
    return text if len(text) <= length else f"…{text[1 - length :]}"


def _compact(n: int) -> str:
    for size, letter in ((1_000_000_000, "G"), (1_000_000, "M"), (10_000, "k")):
        if n >= size:
            return f"{n / (1000 if letter == 'k' else size):.0f}{letter}"
    return str(n)
