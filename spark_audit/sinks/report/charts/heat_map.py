"""Roles down, places across; darker is more use."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log1p
from typing import Any
from xml.etree.ElementTree import Element

from spark_audit.sinks.report.elements import el
from spark_audit.sinks.report.figures import WIDTH, compact, drawing, link_to, short

ROLES, PLACES = 14, 12
_LEFT, _TOP, _ROW = 204, 144, 30


@dataclass(frozen=True)
class Cell:
    """One rectangle of the grid. `target`: id of the table row that it links to."""

    row: int
    column: int
    n: int
    title: str
    target: str


def heat_map(cells: Sequence[Mapping[str, Any]]) -> Element:
    """The most used roles and places of `cells` (role, area, n), shaded by log(n). Cell i links to `#heat-i`."""
    roles, areas = largest(cells, "role")[:ROLES], largest(cells, "area")[:PLACES]
    svg = drawing(_ROW * len(roles) + _TOP + 6)
    width = (WIDTH - _LEFT - 126) / max(len(areas), 1)
    svg.extend(_heads(roles, areas, width))
    most = max((cell["n"] for cell in cells), default=1) or 1
    for place, cell in enumerate(cells):
        if cell["role"] in roles and cell["area"] in areas:
            title = f"{cell['role']} · {cell['area']}: {cell['n']:,}"
            found = Cell(roles.index(cell["role"]), areas.index(cell["area"]), cell["n"], title, f"heat-{place}")
            svg.append(link_to(found.target, *_draw(found, width, log1p(cell["n"]) / log1p(most))))
    return svg


def largest(cells: Sequence[Mapping[str, Any]], key: str) -> list[str]:
    """The values of `key`, sorted by their sum of `n`, the greatest first."""
    totals: dict[str, int] = {}
    for cell in cells:
        totals[cell[key]] = totals.get(cell[key], 0) + cell["n"]
    return sorted(totals, key=lambda name: (-totals[name], name))


def _heads(roles: Sequence[str], areas: Sequence[str], width: float) -> list[Element]:
    heads = []
    for column, area in enumerate(areas):
        x = _LEFT + (column + 0.5) * width
        turned = f"rotate(-32 {x:.1f} 134)"
        heads.append(el("text", short(area, 30), el("title", area), x=f"{x:.1f}", y=134, transform=turned))
    for row, role in enumerate(roles):
        y = _TOP + _ROW * row
        empty = {"x": _LEFT, "y": y, "width": f"{width * len(areas) - 2:.1f}", "height": 27, "rx": 3}
        at = {"x": 192, "y": y + 19, "text_anchor": "end"}
        heads.append(el("text", short(role, 28), el("title", role), class_="strong", **at))
        heads.append(el("rect", style="fill:rgba(var(--heat),.05)", **empty))
    return heads


def _draw(cell: Cell, width: float, share: float) -> list[Element]:
    x, y = _LEFT + cell.column * width, _TOP + _ROW * cell.row
    size = {"width": f"{width - 2:.1f}", "height": 27, "rx": 3}
    fill = f"fill:rgba(var(--heat),{0.12 + 0.88 * share:.2f})"
    drawn = [el("rect", el("title", cell.title), x=f"{x:.1f}", y=y, style=fill, **size)]
    if width > 46:
        tone = "inside" if share > 0.55 else "strong"
        middle = {"x": f"{x + width / 2 - 1:.1f}", "y": y + 18, "text_anchor": "middle"}
        drawn.append(el("text", compact(cell.n), class_=tone, **middle))
    return drawn
