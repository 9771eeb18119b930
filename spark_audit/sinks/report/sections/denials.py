"""Denied attempts, and what would allow them."""

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from spark_audit.right_names import RIGHTS
from spark_audit.sinks.amounts import number
from spark_audit.sinks.report.content import Content, Record
from spark_audit.sinks.report.elements import el
from spark_audit.sinks.report.listings import listing, table_with_bars
from spark_audit.sinks.report.sections.frame import section as framed
from spark_audit.transforms.gold.denials import LACKING

Texts = Mapping[str, str]
_SOURCES = 3
_COLUMNS = {
    "user": "user", "op": "op", "resource": "resource", "reason": "reason", "sources": "sources", "allow": "allow",
    "n": "n", "days": "days", "bursts": "bursts", "first": "first", "last_seen": "last",
}  # fmt: skip


def section(content: Content, texts: Texts) -> Element:
    """The denied attempts, the most frequent first, and the number of probes."""
    rows = [
        {**row, "allow": _allow(texts, row), "sources": sources(texts, row, _SOURCES)}
        for row in content.rows("denials")
    ]
    more = (content.total("denials"), "denials.csv")
    table = listing(texts, _COLUMNS, rows, more, lambda place, _: f"denied-{place}")
    probes = el(
        "p", texts["probes_about"].format(n=f"{sum(probe['n'] for probe in content.rows('probes')):,}"), class_="soft"
    )
    return framed(texts, "denials", table_with_bars(table, list(_COLUMNS).index("n"), rows), probes)


def sources(texts: Texts, row: Record, most: int) -> str:
    """The addresses and credentials that the attempt came with most often, and how often; how many more there are."""
    shown = (row.get("sources") or [])[:most]
    parts = ", ".join(f"{source['ip'] or '–'} · {source['cred'] or '–'} ({number(source['n'])})" for source in shown)
    more = row.get("sources_n", 0) - len(shown)
    return f"{parts} {texts['and_others'].format(n=number(more))}" if more > 0 else parts


def _allow(texts: Texts, row: Record) -> str:
    """What would have allowed the attempt: rights of which any is enough, the lowest place, and a role with them."""
    ways: dict[tuple[str, str | None], list[str]] = {}
    for way in row.get("allow") or []:
        ways.setdefault((way["at_res"], way["example_role"]), []).append(texts["right_" + RIGHTS[way["right"]]])
    ways_shown = [_way(texts, place, role, rights) for (place, role), rights in ways.items()]
    return "; ".join(ways_shown) or texts["none_lacking" if row["reason"] in LACKING else "no_right_would"]


def _way(texts: Texts, place: str, role: str | None, rights: list[str]) -> str:
    words = f"{' / '.join(rights)} · {place}"
    return f"{words} ({texts['as_role']} {role})" if role else words
