"""The sections of the report, in the order an auditor asks."""

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from spark_audit.sinks.report import charts
from spark_audit.sinks.report.content import STATUSES, Content
from spark_audit.sinks.report.elements import el
from spark_audit.sinks.report.listings import barred, listing

Texts = Mapping[str, str]
_FINDING = {"grant": "grant", "role": "role_name", "resource": "res", "authorities": "authorities"}
_USE = {"covering": "covering", "sole": "sole", "members": "members_using", "last": "last"}
_ATTEMPT = {"n": "n", "days": "days", "first": "first", "last_seen": "last"}
_SHOWN = {
    "unused": _FINDING | {"granted_by": "granted_by"},
    "redundant": _FINDING | _USE,
    "used_not_granted": _FINDING | _USE,
    "unknown": _FINDING | {"why": "why"},
    "used": _FINDING | _USE | {"why": "why"},
    "essential": _FINDING | _USE,
}


def all_of(content: Content, texts: Texts) -> list[Element]:
    """Every section; which are there does not depend on the numbers."""
    return [
        *_verdicts(content, texts),
        _cards(content, texts),
        _findings(content, texts),
        _section(texts, "trend", charts.trend(content.trend, texts["allowed"], texts["denied"])),
        _section(texts, "heat", charts.heat_map(content.heat)),
        _denials(content, texts),
        _probes(content, texts),
        _coverage(content, texts),
        _formulas(content, texts),
    ]


def _verdicts(content: Content, texts: Texts) -> list[Element]:
    percent, wrong = content.run["coverage_percent"], len(content.differences)
    first = texts["verdict_bad"].format(n=f"{wrong:,}") if wrong else texts["verdict_good"]
    boxes = [el("section", el("div", first), class_="verdict bad" if wrong else "verdict")]
    if wrong:
        columns = {"problem": "problem", "grant": "grant", "user": "user", "resource": "resource", "rev": "rev"}
        columns |= {"n": "n", "first": "first", "last_seen": "last"}
        boxes[0].extend(
            [el("h2", texts["differences"]), listing(texts, columns, content.differences, "differences.csv")]
        )
    if any(row["coverage_percent"] < content.min_coverage for row in content.coverage) or not content.coverage:
        thin = texts["verdict_thin"].format(percent=percent, least=f"{content.min_coverage:g}")
        boxes.append(el("section", el("div", thin), class_="verdict bad"))
    return boxes


def _cards(content: Content, texts: Texts) -> Element:
    counts, percent = content.statuses(), content.run["coverage_percent"]
    thin = percent < content.min_coverage
    values = {
        "uses": (f"{content.used():,}", ""),
        "grants": (f"{len(content.findings):,}", ""),
        "unused": (f"{counts['unused']:,}", ""),
        "redundant": (f"{counts['redundant']:,}", ""),
        "denied": (f"{content.denied():,}", ""),
        "coverage": (f"{percent} %", "bad" if thin else "good"),
    }
    cards = [
        el("div", el("b", value), el("span", texts[f"card_{name}"], class_="soft"), class_=f"card {mood}".strip())
        for name, (value, mood) in values.items()
    ]
    return el("div", *cards, class_="cards")


def _findings(content: Content, texts: Texts) -> Element:
    counts = content.statuses()
    parts = {status: (texts[status], counts[status]) for status in STATUSES}
    legend = [
        el("span", el("i", style=f"background:var(--{status})"), f"{texts[status]} ", el("b", f"{counts[status]:,}"))
        for status in STATUSES
    ]
    about = texts["findings_about"].format(judged=f"{len(content.findings):,}", grants=f"{content.grants:,}")
    if len(content.findings) < content.grants:
        about += texts["findings_others"]
    section = el("section", el("h2", texts["findings"]), el("p", about, class_="soft"))
    section.extend([charts.share_bar(parts), el("div", *legend, class_="legend")])
    section.extend([_status(content, texts, status) for status in _SHOWN if counts[status]])
    return section


def _status(content: Content, texts: Texts, status: str) -> Element:
    rows = [row for row in content.findings if row["status"] == status]
    name = el("span", texts[status], class_="chip", style=f"background:var(--{status})")
    definition = texts[f"def_{status}"].format(age=content.min_age_days, least=f"{content.min_coverage:g}")
    opened = {"open": "open"} if status in ("unused", "redundant", "used_not_granted") else {}
    summary = el("summary", name, f" {len(rows):,}")
    about = el("p", definition, class_="soft")
    return el("details", summary, about, listing(texts, _SHOWN[status], rows, "findings.csv"), **opened)


def _denials(content: Content, texts: Texts) -> Element:
    columns = {"user": "user", "op": "op", "resource": "resource", "reason": "reason"} | _ATTEMPT
    table = listing(texts, columns, content.denials, "denials.csv")
    return _section(texts, "denials", barred(table, list(columns).index("n"), content.denials))


def _probes(content: Content, texts: Texts) -> Element:
    columns = {"user": "user", "op": "op", "resource": "resource", "decision": "decision"} | _ATTEMPT
    return _section(texts, "probes", listing(texts, columns, content.probes, "probes.csv"))


def _coverage(content: Content, texts: Texts) -> Element:
    columns = {
        "cluster": "cluster",
        "boots": "boots",
        "events": "events",
        "lost": "lost",
        "percent": "coverage_percent",
    }
    bad = ", ".join(f"{reason} {count:,}" for reason, count in content.bad.items()) or texts["bad_none"]
    facts = f"{texts['bad']}: {bad} · {texts['duplicates']}: {content.run['duplicates']:,}"
    files = [el("div", el("code", name)) for name in [*content.files[:500], content.grants_file]]
    summary = el("summary", f"{texts['inputs']}: {len(content.files):,} {texts['files']} + {content.grants_file}")
    table = listing(texts, columns, content.coverage, "coverage.csv")
    return _section(texts, "coverage", table, el("p", facts), el("details", summary, *files))


def _formulas(content: Content, texts: Texts) -> Element:
    terms: list[Element] = []
    for name in ("uses", "counters", "coverage", "differences"):
        terms += [el("dt", texts[f"term_{name}"]), el("dd", texts[f"def_{name}"])]
    for status in STATUSES:
        definition = texts[f"def_{status}"].format(age=content.min_age_days, least=f"{content.min_coverage:g}")
        terms += [el("dt", texts[status]), el("dd", definition)]
    return el("section", el("h2", texts["formulas"]), el("dl", *terms))


def _section(texts: Texts, name: str, *children: Element) -> Element:
    return el("section", el("h2", texts[name]), el("p", texts[f"{name}_about"], class_="soft"), *children)
