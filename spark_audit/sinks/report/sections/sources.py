"""The data behind the report: how complete the log is, bad lines, the facts of the run."""

from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element

from spark_audit.sinks.amounts import number
from spark_audit.sinks.report.content import Content, Record
from spark_audit.sinks.report.elements import el
from spark_audit.sinks.report.listings import listing
from spark_audit.sinks.report.sections.frame import section as framed

Texts = Mapping[str, str]
_COLUMNS = {
    "cluster": "cluster", "boots": "boots", "events": "events", "lost": "lost", "percent": "coverage_percent",
    "watched_since": "watched_since", "watched_until": "watched_until", "watched_days": "watched_days",
}  # fmt: skip
_FACTS = (
    "center", "epoch", "revision", "files", "waiting", "events", "duplicates", "conflicting",
    "late", "very_late", "future", "skewed",
)  # fmt: skip


_NAMED = 5


def watched(texts: Texts, rows: Sequence[Record]) -> str:
    """A sentence: since when, until when and on how many whole days each cluster was watched, for the first _NAMED.
    Results of older versions do not say so."""
    known = [cluster for cluster in rows if cluster.get("cluster") and "watched_days" in cluster]
    spans = [
        texts["watched_span" if cluster["watched_days"] else "watched_never"].format(**cluster)
        for cluster in known[:_NAMED]
    ]
    return f"{texts['watched']}: {'; '.join(spans)}{'; …' * (len(known) > _NAMED)}." if spans else ""


def section(content: Content, texts: Texts) -> Element:
    """Coverage per cluster, bad lines by reason, the facts of the run."""
    table = listing(texts, _COLUMNS, content.rows("coverage"), (content.total("coverage"), "coverage.csv"))
    bad = {row["reason"]: row["n"] for row in content.rows("bad")}
    shown = ", ".join(f"{reason} {count:,}" for reason, count in bad.items()) or texts["bad_none"]
    facts = [el("div", el("dt", texts[f"fact_{name}"]), el("dd", _fact(content, name))) for name in _FACTS
             if content.run.get(name) is not None]  # fmt: skip
    return framed(texts, "coverage", table, el("p", f"{texts['bad']}: {shown}"), el("dl", *facts, class_="facts"))


def _fact(content: Content, name: str) -> str:
    value = content.run[name]
    return number(value) if isinstance(value, int | float) and name != "revision" else str(value)
