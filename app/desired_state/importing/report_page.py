"""The report of an import as one HTML page without scripts and without anything from elsewhere."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

_STYLE = """\
body{font:14px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#1f2328}
table{border-collapse:collapse;width:100%;margin:.5rem 0 1.5rem}
td,th{border-bottom:1px solid #d0d7de;padding:.25rem .5rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}
.good{color:#1a7f37}.bad{color:#cf222e}"""
_SHOWN = 2000
"""Lines of one table; the JSON has them all."""
_SECTIONS: Sequence[tuple[str, str, Sequence[str]]] = (
    (
        "Accounts that hold more than the role of their name: not applied",
        "stronger",
        ("role", "user", "holds"),
    ),
    ("Who needs new credentials", "new_credentials", ("role", "user", "why")),
    ("What comes", "steps", ("kind", "name", "detail")),
    ("What could not be made", "refused", ("kind", "name", "why")),
    ("What stayed when the import was taken back", "kept", ("kind", "name", "why")),
    ("What differs, and stays as it is in the center", "differs", ("kind", "name", "what", "cluster", "center")),
    ("What is not taken over", "not_carried", ("place", "role", "what", "why")),
    ("What could not be read", "unread", ("place", "message")),
    ("Super users by broker.conf", "super_users", ("role", "user", "given")),
)
_DECISIONS = ("role", "principal", "topic", "topics", "operation", "subscription", "native", "center", "why")


def write(report: Mapping[str, Any]) -> str:
    """The page. Everything from the cluster is escaped."""
    title = f"Import of {escape(report['cluster'])}"
    body = [f"<h1>{title}</h1>", _counts(report), _verdict(report["proof"])]
    body.append(_table("Decisions that differ", _DECISIONS, report["proof"]["differences"]))
    body += [_table(heading, columns, report.get(key, ())) for heading, key, columns in _SECTIONS]
    body.append(_table("Pulsar's own, left out", ("name",), [{"name": name} for name in report["left_out"]]))
    head = f'<meta charset="utf-8"><title>{title}</title><style>{_STYLE}</style>'
    return f'<!doctype html><html lang="en"><head>{head}</head><body>{"".join(body)}</body></html>'


def _counts(report: Mapping[str, Any]) -> str:
    kinds = sorted({*report["comes"], *report["exists"]})
    lines = [{"kind": k, "comes": report["comes"].get(k, 0), "is there": report["exists"].get(k, 0)} for k in kinds]
    read = ", ".join(f"{count} {kind.replace('_', ' ')}" for kind, count in report["read"].items())
    return f"<p>Read: {escape(read)}.</p>" + _table("In numbers", ("kind", "comes", "is there"), lines)


def _verdict(proof: Mapping[str, Any]) -> str:
    questions = f"{proof['roles']} roles × {proof['topics']} topics × produce, consume, look-up"
    good = not proof["unexplained"]
    outcome = f"{proof['differences_total']} decisions differ, {proof['unexplained']} of them without an explanation"
    reasons = "".join(f"<li>{count} × {escape(why)}</li>" for why, count in proof["by_reason"].items())
    return f'<p class="{"good" if good else "bad"}">Proof: {questions}: {outcome}.</p><ul>{reasons}</ul>'


def _table(title: str, columns: Sequence[str], lines: Iterable[Mapping[str, Any]]) -> str:
    rows = list(lines)
    if not rows:
        return ""
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(_text(row.get(column)))}</td>" for column in columns) + "</tr>"
        for row in rows[:_SHOWN]
    )
    more = f"<p>… and {len(rows) - _SHOWN} more</p>" if len(rows) > _SHOWN else ""
    return f"<h2>{escape(title)}</h2><table><tr>{head}</tr>{body}</table>{more}"


def _text(value: Any) -> str:
    return {None: "", True: "yes", False: "no"}.get(value, str(value)) if not isinstance(value, str) else value
