"""A picture with a title, a description for screen readers, and the same numbers as a table."""

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from spark_audit.sinks.report.elements import el

WIDTH = 1070
"""Width of every picture in its own units; the browser scales it to the page."""


def figure(texts: Mapping[str, str], svg: Element, name: str, about: str, table: Element) -> Element:
    """The picture with title and description, and its numbers as a `table` that can be unfolded.

    `name`: key of the title in `texts`, and prefix of ids, so it must be unique on a page. `about`: the description.
    """
    svg.set("aria-labelledby", f"{name}-title")
    svg.set("aria-describedby", f"{name}-about")
    svg.insert(0, el("desc", about, id=f"{name}-about"))
    svg.insert(0, el("title", texts.get(name, name), id=f"{name}-title"))
    numbers = el("details", el("summary", texts["as_table"]), table, class_="numbers", id=f"{name}-numbers")
    # On a phone, the picture stays readable and is scrolled. With a tabindex, the keyboard can scroll it too.
    frame = el("div", svg, class_="wide", tabindex="0", role="group", aria_label=texts.get(name, name))
    return el("figure", frame, el("figcaption", about, class_="soft"), numbers)


def drawing(height: float) -> Element:
    """An empty picture. Its role is group, not img, because shapes in it may be links."""
    box = f"0 0 {WIDTH} {height:g}"
    return el("svg", viewBox=box, role="group", xmlns="http://www.w3.org/2000/svg")


def link_to(target: str, *shapes: Element) -> Element:
    """Shapes that link to the row with their number. For pointers only: keyboards and screen readers use the table."""
    return el("a", *shapes, href=f"#{target}", tabindex="-1", aria_hidden="true")


def compact(n: float) -> str:
    """A number with at most four characters, for labels: 950, 12k, 3M."""
    for size, letter in ((1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")):
        if n >= (10_000 if letter == "k" else size):
            return f"{n / size:.0f}{letter}"
    return f"{n:g}"


def short(text: str, length: int) -> str:
    """A long name shortened to its end, which tells topics apart."""
    return text if len(text) <= length else f"…{text[1 - length :]}"
