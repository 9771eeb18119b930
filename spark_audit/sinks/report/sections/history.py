"""The most important question: was anything allowed or denied against the history of grants?"""

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from spark_audit.sinks.report.content import Content
from spark_audit.sinks.report.elements import el
from spark_audit.sinks.report.listings import listing
from spark_audit.sinks.report.sections.frame import section as framed

Texts = Mapping[str, str]
_REVOKED = {
    "grant": "grant", "user": "user", "resource": "resource", "rev": "rev", "revoked_rev": "revoked_rev",
    "revoked_time": "revoked_time", "n": "n", "first": "first", "last_seen": "last",
}  # fmt: skip
_RECOMPUTED = {
    "problem": "problem", "cause": "cause", "grant": "grant", "user": "user", "resource": "resource", "rev": "rev",
    "n": "n", "first": "first", "last_seen": "last",
}  # fmt: skip


def section(content: Content, texts: Texts) -> Element:
    """The verdict, and the rows of use after revocation and of differences, if any."""
    wrong = content.unsupported()
    verdict = texts["verdict_bad"].format(n=f"{wrong:,}") if wrong else texts["verdict_good"]
    drawn = framed(texts, "history", *_tables(content, texts), about=verdict)
    drawn.set("class", "verdict bad" if wrong else "verdict")
    return drawn


def _tables(content: Content, texts: Texts) -> list[Element]:
    parts = []
    for name, columns in (("after_revocation", _REVOKED), ("recomputed", _RECOMPUTED)):
        rows = content.rows(name)
        if rows:
            more = (content.total(name), f"{name}.csv")
            parts += [el("h3", texts[name]), el("p", texts[f"{name}_about"], class_="soft")]
            parts.append(listing(texts, columns, rows, more, lambda place, _, name=name: f"{name}-{place}"))  # type: ignore[misc]
    return parts
