"""Who uses what: bands from users on the left to topics on the right, as wide as their share of the uses."""

from collections.abc import Mapping, Sequence
from typing import Any
from xml.etree.ElementTree import Element

from spark_audit.sinks.report.charts.heat_map import largest
from spark_audit.sinks.report.elements import el
from spark_audit.sinks.report.figures import WIDTH, drawing, link_to, short

USERS, TOPICS = 14, 16
_GAP, _BAR, _HEIGHT, _LINE = 8, 12, 420, 15
_LEFT, _RIGHT = 230, WIDTH - 360
_COLOURS = 6


def flow(pairs: Sequence[Mapping[str, Any]], others: str) -> Element:
    """`pairs`: user, topic, n. The largest users and topics have bars of their own, the rest are `others`.

    Band i links to `#flow-i`.
    """
    users, topics = largest(pairs, "user")[:USERS], largest(pairs, "topic")[:TOPICS]
    bands = []
    for place, pair in enumerate(pairs):
        user, topic = pair["user"], pair["topic"]
        bands.append((user if user in users else others, topic if topic in topics else others, pair["n"], place))
    left, right = _bars(bands, 0, [*users, others]), _bars(bands, 1, [*topics, others])
    svg = drawing(max(_end(left), _end(right)) + 8)
    svg.extend(_bands(bands, left, right))
    svg.extend(_names(left, _LEFT, end=True))
    svg.extend(_names(right, _RIGHT, end=False))
    return svg


_Band = tuple[str, str, int, int]
_Side = dict[str, tuple[float, float]]


def _bars(bands: Sequence[_Band], side: int, names: Sequence[str]) -> _Side:
    """Name → (top, height) of its bar."""
    total = sum(band[2] for band in bands) or 1
    bars: _Side = {}
    top = 4.0
    for name in names:
        uses = sum(band[2] for band in bands if band[side] == name)
        if uses:
            bars[name] = (top, _HEIGHT * uses / total)
            top += max(bars[name][1] + _GAP, _LINE)
    return bars


def _end(side: _Side) -> float:
    return max((top + max(size + _GAP, _LINE) for top, size in side.values()), default=24.0)


def _bands(bands: Sequence[_Band], left: _Side, right: _Side) -> list[Element]:
    total = sum(band[2] for band in bands) or 1
    used: dict[tuple[int, str], float] = {}
    order = sorted(bands, key=lambda band: (left[band[0]][0], right[band[1]][0], band[3]))
    drawn = []
    for user, topic, n, place in order:
        height = _HEIGHT * n / total
        y, to = left[user][0] + used.get((0, user), 0.0), right[topic][0] + used.get((1, topic), 0.0)
        used[0, user], used[1, topic] = used.get((0, user), 0.0) + height, used.get((1, topic), 0.0) + height
        colour = f"var(--band-{list(left).index(user) % _COLOURS})"
        drawn.append(link_to(f"flow-{place}", _band(y, to, height, colour, f"{user} → {topic}: {n:,}")))
    return drawn


def _band(y: float, to: float, height: float, colour: str, title: str) -> Element:
    x1, x2 = _LEFT + _BAR, _RIGHT
    middle = (x1 + x2) / 2
    a, b = y + height / 2, to + height / 2
    path = f"M{x1} {a:.1f}C{middle:.0f} {a:.1f} {middle:.0f} {b:.1f} {x2} {b:.1f}"
    return el("path", el("title", title), d=path, stroke=colour, stroke_width=f"{max(height, 0.7):.1f}", class_="band")


def _names(side: _Side, x: float, end: bool) -> list[Element]:
    drawn = []
    for name, (top, height) in side.items():
        bar = {"x": x, "y": f"{top:.1f}", "width": _BAR, "height": f"{max(height, 1):.1f}", "rx": 2}
        drawn.append(el("rect", fill="var(--soft)", **bar))
        at = {"x": x - 8 if end else x + _BAR + 8, "y": f"{top + max(height, 1) / 2 + 4:.1f}"}
        label = el("text", short(name, 30 if end else 46), el("title", name), class_="strong", **at)
        label.set("text-anchor", "end" if end else "start")
        drawn.append(label)
    return drawn
