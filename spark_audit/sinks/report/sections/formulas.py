"""The definitions of all numbers."""

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from spark_audit.sinks.report.content import STATUSES, Content
from spark_audit.sinks.report.elements import el
from spark_audit.sinks.report.sections.frame import section as framed
from spark_audit.sinks.report.sections.grants import definition

_TERMS = ("uses", "counters", "coverage", "history", "leaves", "creep", "backtest", "severity")


def section(content: Content, texts: Mapping[str, str]) -> Element:
    """The terms, then the statuses with the bounds of this run."""
    terms: list[Element] = []
    for term in _TERMS:
        terms += [el("dt", texts[f"term_{term}"]), el("dd", texts[f"means_{term}"])]
    for status in STATUSES:
        terms += [el("dt", texts[status]), el("dd", definition(content, texts, status))]
    return framed(texts, "formulas", el("dl", *terms))
