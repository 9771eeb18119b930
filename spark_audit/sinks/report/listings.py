"""Tables of the report: the first rows, and where the others are."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from xml.etree.ElementTree import Element

from spark_audit.sinks.report.elements import el

_ROWS = 50
_TIMES = ("first", "last", "last_seen")
_NUMBERS = ("n", "covering", "sole", "days", "events", "lost", "boots", "percent", "grant", "rev", "members")
_NAMES = ("resource", "user")


def listing(
    texts: Mapping[str, str], columns: Mapping[str, str], rows: Sequence[Mapping[str, Any]], file: str
) -> Element:
    """A table of the first rows. `columns`: text key → field of the row; `file`: the CSV that has them all."""
    if not rows:
        return el("p", texts["nothing"], class_="soft")
    head = el("tr", *[el("th", texts[name], class_=_kind(name)) for name in columns])
    body = [el("tr", *[_cell(texts, name, row[field]) for name, field in columns.items()]) for row in rows[:_ROWS]]
    hidden = len(rows) - _ROWS
    note = el("p", texts["more"].format(n=f"{hidden:,}", file=f"csv/{file}"), class_="soft") if hidden > 0 else None
    return el("div", el("div", el("table", el("thead", head), el("tbody", *body)), class_="wide"), note)


def barred(table: Element, column: int, rows: Sequence[Mapping[str, Any]]) -> Element:
    """The table with the share of the greatest `n` drawn behind the cells of `column`."""
    most = max((row["n"] for row in rows), default=1)
    for line, row in zip(table.iterfind(".//tbody/tr"), rows, strict=False):
        line[column].attrib.update({"class": "number bar", "style": f"--share:{100 * row['n'] / most:.1f}%"})
    return table


def moment(milliseconds: int | None) -> str:
    """UTC, to the minute."""
    if milliseconds is None:
        return "–"
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M")


def _kind(name: str) -> str:
    return "number" if name in _NUMBERS else ""


def _cell(texts: Mapping[str, str], name: str, value: Any) -> Element:
    if name in _TIMES:
        return el("td", moment(value), class_="time")
    if name in ("why", "decision"):
        return el("td", texts.get(f"{name}_{value}", ""))
    if name in _NUMBERS:
        return el("td", f"{value:,}" if name not in ("grant", "rev", "percent") else value, class_="number")
    if name in _NAMES:
        return el("td", el("code", value or "–"))
    return el("td", ", ".join(str(item) for item in value) if isinstance(value, list) else value)
