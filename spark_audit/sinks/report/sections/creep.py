"""Creep: how much more is granted than used, over time, with its formula."""

from collections.abc import Mapping, Sequence
from typing import Any
from xml.etree.ElementTree import Element

from spark_audit.sinks.report.charts.curve import curve
from spark_audit.sinks.report.content import Content, Record
from spark_audit.sinks.report.elements import el
from spark_audit.sinks.report.figures import figure
from spark_audit.sinks.report.listings import listing
from spark_audit.sinks.report.sections.frame import section as framed

Texts = Mapping[str, str]
_LEAVES = {"granted_leaves": "granted_leaves", "used_leaves": "used_leaves"}
_INDEX = {"creep_share": "creep", "reach": "reach", "index": "index"}
_OVER_TIME = {"date": "until"} | _LEAVES | _INDEX
_SCOPES = {"scope_type": "scope_type", "scope": "name", "tenant": "tenant"} | _LEAVES | _INDEX


def section(content: Content, texts: Texts) -> Element:
    """The index of the tenant or estate over time, the roles and users with the highest, and the formula."""
    past = sorted(content.rows("creep_trend"), key=lambda row: str(row["until"]))
    rows = [_rounded(row) for row in content.rows("creep")]
    scopes = listing(texts, _SCOPES, rows, (content.total("creep"), "creep.csv"), lambda place, _: f"creep-{place}")
    formula = el("p", el("code", texts["creep_formula"]), class_="formula")
    weights = el("p", texts["creep_weights"].format(weights=_weights(content, texts)), class_="soft")
    most = el("h3", texts["creep_most"])
    return framed(texts, "creep", _over_time(texts, past) if past else None, most, scopes, formula, weights)


def _over_time(texts: Texts, past: Sequence[Record]) -> Element:
    lines = {texts["index"]: "index", texts["creep_share"]: "creep", texts["reach"]: "reach"}
    rounded = [_rounded(row) for row in past]
    points = {name: [(str(row["until"]), row[column]) for row in rounded] for name, column in lines.items()}
    table = listing(texts, _OVER_TIME, rounded, None, lambda _, row: f"creep-{row['until']}")
    last = rounded[-1]
    about = texts["creep_seen"].format(index=f"{last['index']:g}", date=last["until"])
    return figure(texts, curve(points, 100.0, ""), "creep_figure", about, table)


def _rounded(row: Record) -> dict[str, Any]:
    """Rounded to one place. `reach` is a share, shown as percent like the other two."""
    percents = {"creep": row["creep"], "reach": 100 * (row["reach"] or 0), "index": row["index"]}
    return {**row, **{name: round(value or 0, 1) for name, value in percents.items()}}


def _weights(content: Content, texts: Texts) -> str:
    weights = content.settings.get("creep_weights") or {}
    return ", ".join(f"{texts.get(f'right_{right}', right)} {weight:g}" for right, weight in weights.items()) or "1"
