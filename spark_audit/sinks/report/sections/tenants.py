"""The estate's tenants, each with its own report."""

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from spark_audit.sinks.report.content import Content
from spark_audit.sinks.report.elements import el
from spark_audit.sinks.report.listings import listing
from spark_audit.sinks.report.report_paths import file_of
from spark_audit.sinks.report.sections.frame import section as framed

_COLUMNS = {
    "tenant": "tenant", "uses": "uses", "denied": "denied", "grants_n": "grants", "unused": "unused",
    "redundant": "redundant", "open": "open", "index": "index",
}  # fmt: skip


def section(content: Content, texts: Mapping[str, str]) -> Element:
    """One line a tenant; its name leads to its report."""
    rows, mine, there = content.rows("tenants"), texts["language"], content.languages()
    language = mine if mine in there else there[0]
    table = listing(texts, _COLUMNS, rows, (content.total("tenants"), "tenants.csv"))
    for line, row in zip(table.iterfind(".//tbody/tr"), rows, strict=False):
        line[0].text = None
        line[0].append(el("a", row["tenant"], href=f"tenants/{file_of(row['tenant'], language)}"))
    return framed(texts, "tenants", table)
