"""The sections of a report, in the order of an auditor's questions.

They may use charts, texts and the content of the report. They must not change a number.
"""

from collections.abc import Callable, Mapping
from xml.etree.ElementTree import Element

from spark_audit.sinks.report.content import Content
from spark_audit.sinks.report.sections import (
    creep,
    denials,
    findings,
    formulas,
    grants,
    history,
    pictures,
    sources,
    suggestions,
    tenants,
)

Texts = Mapping[str, str]

SECTIONS: Mapping[str, Callable[[Content, Texts], Element]] = {
    "history": history.section,
    "tenants": tenants.section,
    "findings": findings.section,
    "suggestions": suggestions.section,
    "grants": grants.section,
    "trend": pictures.trend,
    "heat": pictures.heat,
    "flow": pictures.flow,
    "denials": denials.section,
    "creep": creep.section,
    "coverage": sources.section,
    "formulas": formulas.section,
}
"""Id on the page (`#name`) → the function that draws the section."""


def all_of(content: Content, texts: Texts) -> list[Element]:
    """Every section. The list depends only on tenant or estate, not on the numbers."""
    drawn = {name: draw(content, texts) for name, draw in SECTIONS.items() if name != "tenants" or not content.tenant}
    for name, section in drawn.items():
        section.set("id", name)
        section.set("aria-labelledby", f"{name}-heading")
    return list(drawn.values())
