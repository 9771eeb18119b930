"""Tables of the report: the first rows, and the file that has the others."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from xml.etree.ElementTree import Element

from spark_audit.sinks import amounts
from spark_audit.sinks.amounts import number
from spark_audit.sinks.report import links
from spark_audit.sinks.report.elements import el

Texts = Mapping[str, str]
_TIMES = ("first", "last", "last_seen", "revoked_time")
_NUMBERS = (
    "n", "covering", "sole", "days", "events", "lost", "boots", "members", "bursts", "uses", "allowed", "denied",
    "unused", "redundant", "open", "grants_n", "granted_leaves", "used_leaves", "watched_days",
)  # fmt: skip
_PLAIN = ("grant", "rev", "revoked_rev", "percent", "share", "index", "creep_share", "reach", "window_days")
_NAMES = ("resource", "user", "area", "topic", "cred", "ip")
_WIDTHS = {"role": "name", "granted_by": "name", "allow": "words", "sources": "name"}
_WORDS = ("why", "decision", "action", "problem", "cause", "reason", "scope_type")


def listing(
    texts: Texts,
    columns: Mapping[str, str],
    rows: Sequence[Mapping[str, Any]],
    more: tuple[int, str] | None = None,
    anchor: Callable[[int, Mapping[str, Any]], str] | None = None,
) -> Element:
    """A table. `columns`: text key → field of the row. `more`: number of rows in all, and the CSV that has them.

    `anchor`: (position, row) → id of the row, so that it can be linked to.
    """
    if not rows:
        return el("p", texts["nothing"], class_="soft")
    head = el("tr", *[el("th", texts[column], scope="col", class_=_kind(column)) for column in columns])
    body = [_row(texts, columns, row, anchor(place, row) if anchor else None) for place, row in enumerate(rows)]
    hidden = more[0] - len(rows) if more else 0
    note = el("p", texts["more"].format(n=f"{hidden:,}", file=more[1]), class_="soft") if more else None
    table = el("table", el("thead", head), el("tbody", *body))
    # Wide tables are scrolled. With a tabindex, the keyboard can scroll them too.
    return el("div", el("div", table, class_="wide", tabindex="0", role="group", aria_label=texts["table"]),
              note if hidden > 0 else None)  # fmt: skip


def table_with_bars(table: Element, column: int, rows: Sequence[Mapping[str, Any]]) -> Element:
    """The table with bars behind the cells of `column`: `n` of each row as a share of the greatest."""
    most = max((row["n"] for row in rows), default=1) or 1
    for line, row in zip(table.iterfind(".//tbody/tr"), rows, strict=False):
        line[column].attrib.update({"class": "number bar", "style": f"--share:{100 * row['n'] / most:.1f}%"})
    return table


def moment(milliseconds: int | None) -> str:
    """A time (epoch ms) in UTC, to the minute."""
    if milliseconds is None:
        return "–"
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M")


def authorities(texts: Texts, ids: Sequence[int] | None) -> str:
    """The numbers of authorities, each with its meaning."""
    return ", ".join(f"{authority} {texts.get(f'authority_{authority}', '')}".strip() for authority in ids or [])


def _row(texts: Texts, columns: Mapping[str, str], row: Mapping[str, Any], place: str | None) -> Element:
    cells = [_cell(texts, column, row.get(field)) for column, field in columns.items()]
    return el("tr", *cells, **({"id": place} if place else {}))


def _kind(name: str) -> str:
    return "number" if name in _NUMBERS + _PLAIN else ""


def _cell(texts: Texts, name: str, value: Any) -> Element:
    if name in _TIMES:
        return el("td", moment(value), class_="time")
    if name in _WORDS:
        return el("td", texts.get(f"{name}_{value}", value if value is not None else ""))
    if name in _NUMBERS:
        return el("td", number(value), class_="number")
    if name in ("op", "date", "watched_since", "watched_until"):
        return el("td", value or "–", class_="time")
    if name == "authorities":
        return el("td", authorities(texts, value), class_="words")
    if name in ("grant", "grants"):
        return el("td", *_grants(value), class_="number" if name == "grant" else "")
    if name in _PLAIN:
        return el("td", "–" if value is None else _plain(name, value), class_="number")
    if name in _NAMES:
        return el("td", el("code", value or "–"))
    text = ", ".join(str(item) for item in value) if isinstance(value, list) else value
    width = _WIDTHS.get(name)
    return el("td", text, class_=width) if width else el("td", text)


def _plain(name: str, value: float) -> str:
    return f"{value}" if name in ("grant", "rev", "revoked_rev") else amounts.percent(value)


def _grants(value: Any) -> list[Element | str]:
    parts: list[Element | str] = []
    for grant in value if isinstance(value, list) else [value]:
        parts += [", ", links.grant(grant)] if parts else [links.grant(grant)]
    return parts
