"""Who keeps asking for what, and what would allow it."""

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from spark_audit.sinks.report.content import Content, Record
from spark_audit.sinks.report.elements import el
from spark_audit.sinks.report.listings import barred, listing
from spark_audit.sinks.report.sections.frame import section as framed

Texts = Mapping[str, str]
RIGHTS = ("create", "delete", "write", "read", "administer", "functions", "subscriptions")
"""By the number of the right, as the center counts them (operations.json)."""
_COLUMNS = {
    "user": "user", "op": "op", "resource": "resource", "reason": "reason", "allow": "allow", "n": "n", "days": "days",
    "bursts": "bursts", "first": "first", "last_seen": "last",
}  # fmt: skip


def section(content: Content, texts: Texts) -> Element:
    """The most frequent first."""
    rows = [{**row, "allow": _allow(texts, row)} for row in content.rows("denials")]
    more = (content.total("denials"), "denials.csv")
    table = listing(texts, _COLUMNS, rows, more, lambda place, _: f"denied-{place}")
    probes = el(
        "p", texts["probes_about"].format(n=f"{sum(row['n'] for row in content.rows('probes')):,}"), class_="soft"
    )
    return framed(texts, "denials", barred(table, list(_COLUMNS).index("n"), rows), probes)


def _allow(texts: Texts, row: Record) -> str:
    """What would have allowed it: a right at the lowest place that suffices, and a role that has it."""
    ways = []
    for way in row.get("allow") or []:
        words = f"{texts['right_' + RIGHTS[way['right']]]} · {way['at_res']}"
        ways.append(f"{words} ({texts['as_role']} {way['example_role']})" if way["example_role"] else words)
    return "; ".join(ways) or texts["no_right_would"]
