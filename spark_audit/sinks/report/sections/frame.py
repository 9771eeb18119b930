"""Common parts of the sections."""

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from spark_audit.sinks.report.elements import el


def section(texts: Mapping[str, str], name: str, *children: Element | None, about: str | None = None) -> Element:
    """A heading, a sentence about the section (`about`, or else the text `<name>_about`) and the children."""
    said = texts[f"{name}_about"] if about is None else about
    return el("section", el("h2", texts[name], id=f"{name}-heading"), el("p", said, class_="soft"), *children)


def chip(label: str, colour: str) -> Element:
    """A short word with a coloured background."""
    return el("span", label, class_=f"chip {colour}")


def fold(summary: Element | str, *children: Element | None, place: str | None = None, opened: bool = False) -> Element:
    """Content that can be unfolded. `place` is an id inside it, because browsers unfold it for a link to that."""
    line = el("summary", summary) if isinstance(summary, str) else summary
    inside = [el("div", *children, id=place)] if place else children
    return el("details", line, *inside, **({"open": "open"} if opened else {}))
