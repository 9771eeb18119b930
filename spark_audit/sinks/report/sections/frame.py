"""What every section begins with."""

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from spark_audit.sinks.report.elements import el


def section(texts: Mapping[str, str], name: str, *children: Element | None, about: str | None = None) -> Element:
    """A heading, a sentence on what is seen (`<name>_about` when not given) and the rest."""
    said = texts[f"{name}_about"] if about is None else about
    return el("section", el("h2", texts[name], id=f"{name}-heading"), el("p", said, class_="soft"), *children)


def chip(label: str, colour: str) -> Element:
    """A short word on a colour."""
    return el("span", label, class_=f"chip {colour}")


def fold(summary: Element | str, *children: Element | None, place: str | None = None, opened: bool = False) -> Element:
    """Content behind a line that opens it. A link to `place` opens it too: browsers do that for what is inside."""
    line = el("summary", summary) if isinstance(summary, str) else summary
    inside = [el("div", *children, id=place)] if place else children
    return el("details", line, *inside, **({"open": "open"} if opened else {}))
