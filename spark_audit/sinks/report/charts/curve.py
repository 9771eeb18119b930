"""Lines over time or over window lengths."""

from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element

from spark_audit.sinks.report.elements import el
from spark_audit.sinks.report.figures import drawing

_WIDTH, _LEFT, _TOP, _BOTTOM = 640, 64, 14, 150
_COLOURS = 6

Points = Sequence[tuple[str, float]]


def curve(lines: Mapping[str, Points], most: float, unit: str) -> Element:
    """`lines`: name → (label, value) in order; all lines share the labels. The axis of values ends at `most`."""
    labels = list(dict.fromkeys(label for points in lines.values() for label, _ in points))
    svg = drawing(_BOTTOM + 34)
    place = {label: _LEFT + 16 + (_WIDTH - _LEFT - 32) * i / max(len(labels) - 1, 1) for i, label in enumerate(labels)}
    svg.extend(_axis(labels, place, most, unit))
    for number, (name, points) in enumerate(lines.items()):
        spots = [(place[label], _height(value, most), f"{name} · {label}: {value:g}{unit}") for label, value in points]
        svg.extend(_line(spots, f"var(--band-{number % _COLOURS})"))
        svg.append(el("text", name, x=_WIDTH + 70, y=30 + 20 * number, class_="strong"))
        svg.append(el("rect", x=_WIDTH + 50, y=20 + 20 * number, width=12, height=12, rx=3,
                      fill=f"var(--band-{number % _COLOURS})"))  # fmt: skip
    return svg


def _height(value: float, most: float) -> float:
    return _BOTTOM - (_BOTTOM - _TOP) * value / (most or 1)


def _axis(labels: Sequence[str], place: Mapping[str, float], most: float, unit: str) -> list[Element]:
    drawn = []
    for value in (0.0, most / 2, most):
        y = _height(value, most)
        drawn.append(el("line", x1=_LEFT, y1=f"{y:.1f}", x2=_WIDTH, y2=f"{y:.1f}", stroke="var(--line)"))
        drawn.append(el("text", f"{value:g}{unit}", x=_LEFT - 8, y=f"{y + 4:.1f}", text_anchor="end"))
    step = max(1, -(-len(labels) // 6))
    for label in labels[::step]:
        drawn.append(el("text", label, x=f"{place[label]:.1f}", y=_BOTTOM + 22, text_anchor="middle"))
    return drawn


def _line(spots: Sequence[tuple[float, float, str]], colour: str) -> list[Element]:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in spots)
    dots = [el("circle", el("title", title), cx=f"{x:.1f}", cy=f"{y:.1f}", r=3.5, fill=colour) for x, y, title in spots]
    return [el("polyline", points=path, stroke=colour, fill="none", stroke_width=2), *dots]
