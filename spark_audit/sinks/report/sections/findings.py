"""The findings, by kind and then one by one, each with its evidence."""

from collections.abc import Mapping
from typing import Any
from xml.etree.ElementTree import Element

from spark_audit.sinks import amounts, several, titles
from spark_audit.sinks.amounts import number
from spark_audit.sinks.report import links
from spark_audit.sinks.report.content import SEVERITIES, Content, Record
from spark_audit.sinks.report.elements import el
from spark_audit.sinks.report.listings import listing, moment
from spark_audit.sinks.report.sections.frame import chip, fold
from spark_audit.sinks.report.sections.frame import section as framed

Texts = Mapping[str, str]
EVIDENCE = {
    "date": "date", "user": "user", "cred": "cred", "ip": "ip", "action": "action", "resource": "resource",
    "decision": "decision", "n": "n", "first": "first", "last_seen": "last",
}  # fmt: skip
_LOUD = 4


def section(content: Content, texts: Texts) -> Element:
    """An overview of kinds, then each kind: its definition, what to do, and its findings."""
    loudest = sorted(content.rows("kinds"), key=lambda counted: (-counted["severity"], counted["kind"]))
    kinds = list(dict.fromkeys(counted["kind"] for counted in loudest))
    if not kinds:
        return framed(texts, "findings", el("p", texts["nothing"], class_="soft"))
    return framed(texts, "findings", _overview(content, texts, kinds), *[_kind(content, texts, kind) for kind in kinds])


def evidence(texts: Texts, about: Record, place: str, file: str) -> Element:
    """The evidence of a finding or suggestion, each row with its own id. `file`: the CSV that has all of it."""
    rows: list[dict[str, Any]] = about.get("evidence") or []
    more = (about.get("evidence_n", len(rows)), file)
    columns = {label: column for label, column in EVIDENCE.items() if any(row.get(column) is not None for row in rows)}
    return listing(texts, columns, rows, more, lambda row, _: f"{place}-{row}")


def why(texts: Texts, reason: str | None) -> str:
    """A reason in words: known ones in the reader's language, others as they are."""
    problem, _, cause = (reason or "").partition("/")
    if cause:  # of a difference between log and history
        return f"{texts.get(f'problem_{problem}', problem)}: {texts.get(f'cause_{cause}', cause)}"
    return texts.get(f"why_{reason}", texts.get(f"reason_{reason}", reason or ""))


def _overview(content: Content, texts: Texts, kinds: list[str]) -> Element:
    heads = [texts["kind"], *[texts[f"severity_{level}"] for level in SEVERITIES], texts["open"], texts["closed"]]
    head = el("tr", *[el("th", name, scope="col", class_="number") for name in heads])
    head[0].set("class", "")
    body = [el("tr", *_counts(content, texts, kind)) for kind in kinds]
    table = el("table", el("thead", head), el("tbody", *body))
    return el("div", table, class_="wide", tabindex="0", role="group", aria_label=texts["table"])


def _counts(content: Content, texts: Texts, kind: str) -> list[Element]:
    rows = [counted for counted in content.rows("kinds") if counted["kind"] == kind]
    opened = [counted for counted in rows if counted["state"] == "open"]
    counts = [sum(counted["n"] for counted in opened if counted["severity"] == level) for level in SEVERITIES]
    counts += [
        sum(counted["n"] for counted in opened),
        sum(counted["n"] for counted in rows if counted["state"] != "open"),
    ]
    cells = [el("td", links.to(f"kind-{kind}", f"{n:,}") if n else "·", class_="number") for n in counts]
    return [el("td", links.to(f"kind-{kind}", name_of(texts, kind))), *cells]


def name_of(texts: Texts, kind: str) -> str:
    """The name of a kind."""
    return texts.get(f"kind_{kind}", kind)


def _kind(content: Content, texts: Texts, kind: str) -> Element:
    rows = [finding for finding in content.rows("findings") if finding["kind"] == kind]
    total = sum(counted["n"] for counted in content.rows("kinds") if counted["kind"] == kind)
    summary = el("summary", el("h3", name_of(texts, kind)), el("span", f" {total:,}", class_="soft"))
    parts = [el("p", texts[key], class_="soft") for key in (f"def_{kind}", f"do_{kind}") if key in texts]
    if total > len(rows):
        note = texts["more"].format(n=f"{total - len(rows):,}", file="findings.csv")
        parts.append(el("p", note, class_="soft"))
    loud = any(finding["severity"] >= _LOUD and finding["state"] == "open" for finding in rows)
    return fold(summary, *parts, *[_finding(texts, finding) for finding in rows], place=f"kind-{kind}", opened=loud)


def _finding(texts: Texts, row: Record) -> Element:
    level = chip(texts[f"severity_{row['severity']}"], f"severity-{row['severity']}")
    closed = el("span", f" {texts['closed']}", class_="soft") if row["state"] != "open" else None
    runs = el("span", " ", texts["found_by_runs"].format(**row), class_="soft time")
    summary = el("summary", level, " ", el("code", titles.finding(texts, row)), closed, runs)
    place = f"f-{row['id']}"
    facts = [_said(texts, row), _related(texts, row)]
    return fold(summary, *facts, evidence(texts, row, place, "findings.csv"), place=place)


def _said(texts: Texts, row: Record) -> Element:
    numbers = sorted((row.get("numbers") or {}).items())
    shown = [f"{texts.get(f'number_{name}', name)}: {amounts.of(texts, name, value)}" for name, value in numbers]
    return el("p", " · ".join(part for part in [why(texts, row.get("why")), *shown] if part) or texts["nothing"])


def _related(texts: Texts, row: Record) -> Element:
    parts: list[Element | str] = [texts["finding"], " ", el("code", row["id"])]
    if row.get("grant") is not None:
        parts += [" · ", texts["grant"], " ", links.grant(row["grant"])]
    if row.get("user"):
        parts += [" · ", texts["user"], " ", el("code", row["user"]), *_account(texts, row)]
    parts += _on(texts, row)
    if row.get("cluster"):
        parts += [" · ", texts["cluster"], " ", el("code", row["cluster"])]
    if row.get("watched_since"):
        parts.append(f" · {texts['log_watched'].format(since=row['watched_since'], until=row['watched_until'])}")
    return el("p", *parts, class_="soft")


def _account(texts: Texts, row: Record) -> list[Element | str]:
    """Whose account the user was then: since when, until when, and below which main account."""
    if row.get("account_made") is None:
        return []
    account = texts["account"].format(made=moment(row["account_made"]), ended=moment(row["account_ended"]))
    main: list[Element | str] = [", ", texts["account_main"], " ", el("code", row["main"])] if row["main"] else []
    return [f" ({account}", *main, ")"]


def _on(texts: Texts, row: Record) -> list[Element | str]:
    """The resource or resources that the finding names, and how many more there are."""
    named, others = several.resources(row)
    parts: list[Element | str] = [" · ", texts["resource"], " "] if named else []
    for place, resource in enumerate(named):
        parts += [", " if place else "", el("code", resource)]
    return [*parts, f" {texts['and_others'].format(n=number(others))}"] if others else parts
