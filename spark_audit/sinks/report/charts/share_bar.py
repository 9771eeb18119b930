"""One bar, divided by share."""

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from spark_audit.sinks.report.elements import el
from spark_audit.sinks.report.figures import WIDTH, drawing, link_to


def share_bar(parts: Mapping[str, tuple[str, int]]) -> Element:
    """`parts`: colour name → (label, count). Empty parts are left out. Each part links to `#status-<colour>`."""
    total = sum(count for _, count in parts.values()) or 1
    svg = drawing(34)
    x = 0.0
    for colour, (label, count) in parts.items():
        width = WIDTH * count / total
        if count:
            svg.append(link_to(f"status-{colour}", *_part(x, width, colour, f"{label}: {count:,}", count)))
        x += width
    return svg


def _part(x: float, width: float, colour: str, title: str, count: int) -> list[Element]:
    seen = max(width - 2, 1)
    fill = f"var(--{colour})"
    bar = el("rect", el("title", title), x=f"{x:.1f}", y=2, width=f"{seen:.1f}", height=30, rx=4, fill=fill)
    if width <= 12 * len(f"{count:,}"):
        return [bar]
    return [bar, el("text", f"{count:,}", x=f"{x + width / 2:.1f}", y=22, text_anchor="middle", class_="inside")]
