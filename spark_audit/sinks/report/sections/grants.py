"""The grants by status."""

from collections.abc import Mapping
from typing import Any
from xml.etree.ElementTree import Element

from spark_audit.sinks import titles
from spark_audit.sinks.report.charts.share_bar import share_bar
from spark_audit.sinks.report.content import STATUSES, Content
from spark_audit.sinks.report.elements import el
from spark_audit.sinks.report.listings import listing
from spark_audit.sinks.report.sections.frame import chip, fold
from spark_audit.sinks.report.sections.frame import section as framed

Texts = Mapping[str, str]
_GRANT = {"grant_id": "grant", "role": "role_name", "resource": "res", "authorities": "authorities"}
_USE = {"covering": "covering", "sole": "sole", "members": "members_using", "last": "last"}
_WATCHED = {name: name for name in ("watched_since", "watched_until", "watched_days")}
_SHOWN = {
    "unused": _GRANT | {"granted_by": "granted_by"} | _WATCHED,
    "redundant": _GRANT | _USE | _WATCHED,
    "used_not_granted": _GRANT | _USE,
    "unknown": _GRANT | {"why": "why"} | _WATCHED,
    "used": _GRANT | _USE | {"why": "why"},
    "essential": _GRANT | _USE,
}


def section(content: Content, texts: Texts) -> Element:
    """The shares of the statuses as one bar, then the grants of each status."""
    counts = content.statuses()
    bar = share_bar({status: (texts[status], counts[status]) for status in STATUSES})
    bar.set("aria-label", "; ".join(f"{texts[status]}: {counts[status]:,}" for status in STATUSES))
    legend = [
        el("span", el("i", class_=f"swatch {status}"), f"{texts[status]} ", el("b", f"{counts[status]:,}"))
        for status in STATUSES
    ]
    about = texts["grants_about"].format(judged=f"{content.grants():,}")
    shown = [_status(content, texts, status) for status in _SHOWN if counts[status]]
    return framed(texts, "grants", bar, el("div", *legend, class_="legend"), *shown, about=about)


def definition(content: Content, texts: Texts, status: str) -> str:
    """The exact definition of a status, with the bounds of this run."""
    settings = content.settings
    # After an erasure, pages of older runs are drawn again; their settings have no watched days.
    watched = settings.get("min_watched_days", 0)
    return texts[f"def_{status}"].format(
        age=settings["min_age_days"], least=f"{settings['min_coverage']:g}", watched=watched
    )


def _status(content: Content, texts: Texts, status: str) -> Element:
    rows = [grant for grant in content.rows("grants") if grant["status"] == status]
    total = content.statuses()[status]
    summary = el("summary", chip(texts[status], status), f" {total:,}")
    named = [{**grant, "res": _place(texts, grant)} for grant in rows]
    table = listing(texts, _SHOWN[status], named, (total, "grant_status.csv"), lambda _, row: f"g-{row['grant']}")
    about = el("p", definition(content, texts, status), class_="soft")
    opened = status in ("unused", "redundant", "used_not_granted")
    return fold(summary, about, table, place=f"status-{status}", opened=opened)


def _place(texts: Texts, row: Mapping[str, Any]) -> str:
    networks = row.get("networks")
    only = "" if networks is None else f" · {texts['only_networks'].format(names=', '.join(networks) or '-')}"
    return titles.granted_on(row) + only
