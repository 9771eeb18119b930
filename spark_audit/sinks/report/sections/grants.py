"""Every grant has one status; the tables say which, and why."""

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from spark_audit.sinks.report.charts.share_bar import share_bar
from spark_audit.sinks.report.content import STATUSES, Content
from spark_audit.sinks.report.elements import el
from spark_audit.sinks.report.listings import listing
from spark_audit.sinks.report.sections.frame import chip, folded
from spark_audit.sinks.report.sections.frame import section as framed

Texts = Mapping[str, str]
_GRANT = {"grant_id": "grant", "role": "role_name", "resource": "res", "authorities": "authorities"}
_USE = {"covering": "covering", "sole": "sole", "members": "members_using", "last": "last"}
_SHOWN = {
    "unused": _GRANT | {"granted_by": "granted_by"},
    "redundant": _GRANT | _USE,
    "used_not_granted": _GRANT | _USE,
    "unknown": _GRANT | {"why": "why"},
    "used": _GRANT | _USE | {"why": "why"},
    "essential": _GRANT | _USE,
}


def section(content: Content, texts: Texts) -> Element:
    """The shares as one bar, then the grants of each status."""
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
    """Exactly when a grant has the status, with the bounds of this run."""
    age, least = content.settings["min_age_days"], content.settings["min_coverage"]
    return texts[f"def_{status}"].format(age=age, least=f"{least:g}")


def _status(content: Content, texts: Texts, status: str) -> Element:
    rows = [row for row in content.rows("grants") if row["status"] == status]
    total = content.statuses()[status]
    summary = el("summary", chip(texts[status], status), f" {total:,}")
    table = listing(texts, _SHOWN[status], rows, (total, "grant_status.csv"), lambda _, row: f"g-{row['grant']}")
    about = el("p", definition(content, texts, status), class_="soft")
    opened = status in ("unused", "redundant", "used_not_granted")
    return folded(summary, about, table, place=f"status-{status}", opened=opened)
