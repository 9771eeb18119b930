"""The suggestions, each with its cost, its evidence and its back-test."""

import re
from collections.abc import Mapping
from typing import Any
from xml.etree.ElementTree import Element

from spark_audit.sinks import titles
from spark_audit.sinks.amounts import number
from spark_audit.sinks.report import links
from spark_audit.sinks.report.charts.curve import curve
from spark_audit.sinks.report.content import Content, Record, Records
from spark_audit.sinks.report.elements import el
from spark_audit.sinks.report.figures import figure
from spark_audit.sinks.report.listings import authorities, listing
from spark_audit.sinks.report.sections.findings import evidence
from spark_audit.sinks.report.sections.frame import chip, fold
from spark_audit.sinks.report.sections.frame import section as framed

Texts = Mapping[str, str]
_BACKTEST = {
    "window_days": "window_days", "train": "train", "replay": "replay", "uses": "uses", "denied": "denied",
    "share": "share_percent", "users": "users",
}  # fmt: skip

_TOGETHER = re.compile(r"(\d+) such grants can go together")
_WHOLE = re.compile(r"stays whole on (.*), where topics come and go")
_ABOVE = re.compile(r"roles above its tenant keep it: (\d+)")
_KEPT = re.compile(r"kept by (.*)")


def section(content: Content, texts: Texts) -> Element:
    """The back-test of all suggestions together, then the suggestions one by one."""
    rows = content.rows("suggestions")
    if not rows:
        return framed(texts, "suggestions", el("p", texts["nothing"], class_="soft"))
    all_of_them = _curve(texts, "backtest_all", content.rows("backtest")) if content.rows("backtest") else None
    hidden = content.total("suggestions") - len(rows)
    more = texts["more"].format(n=f"{hidden:,}", file="suggestions.csv")
    parts = [_one(texts, suggestion) for suggestion in rows]
    return framed(texts, "suggestions", all_of_them, *parts, el("p", more, class_="soft") if hidden > 0 else None)


def _one(texts: Texts, row: Record) -> Element:
    kind = chip(texts.get(f"suggestion_{row['kind']}", row["kind"]), f"suggestion-{row['kind']}")
    rights = authorities(texts, row.get("authorities"))  # results of older versions lack them
    leaves = texts["leaves"].format(before=number(row["leaves_before"]), after=number(row["leaves_after"]))
    title = el("code", titles.suggestion(texts, row))
    summary = el("summary", kind, " ", title, f" {rights} ", el("span", leaves, class_="soft"))
    place = f"s-{row['id']}"
    curve_of_it = _backtest(texts, f"backtest-{row['id']}", row["curve"]) if row.get("curve") else None
    head = el("h3", texts["evidence"])
    rest = evidence(texts, row, place, "suggestions.csv")
    return fold(summary, _changes(texts, row), _facts(texts, row), curve_of_it, head, rest, place=place)


def _changes(texts: Texts, row: Record) -> Element:
    items = [el("li", texts["takes"], " ", texts["grant"], " ", links.grant(grant)) for grant in row["removes"] or []]
    for added in row["adds"] or []:
        words = authorities(texts, added["authorities"])
        items.append(el("li", texts["gives"], " ", words, " · ", *_place(texts, added)))
    return el("ul", *items)


def _place(texts: Texts, added: Record) -> list[Element | str]:
    """Where it is given, and to what it is limited: `…/orders-*`, only subscriptions a, b, only from 10.0.0.0/8."""
    limits = added.get("limits") or {}
    prefix, names = limits.get("prefix"), limits.get("subscriptions")
    place = el("code", f"{added['res']}/{prefix}*" if prefix else added["res"])
    limiting = {"only_subscriptions": names, "only_networks": limits.get("networks")}
    only = [
        texts[word].format(names=", ".join(allowed) or "-") for word, allowed in limiting.items() if allowed is not None
    ]
    return [place, *(part for phrase in only for part in (" · ", phrase))]


def _facts(texts: Texts, row: Record) -> Element:
    cost = texts["cost"].format(before=number(row["cost_before"]), after=number(row["cost_after"]))
    parts: list[Element | str] = [" · ".join(part for part in (reason_text(texts, row.get("why")), cost) if part)]
    for finding in row.get("finding_ids") or []:
        parts += [" · ", links.to(f"f-{finding}", f"{texts['finding']} {finding}")]
    return el("p", *parts, class_="soft")


def reason_text(texts: Texts, reason: str | None) -> str:
    """The reason of a suggestion in the reader's language. suggest/build.py composes reasons of these parts."""
    return "; ".join(_part(texts, part) for part in (reason or "").split("; ") if part)


def _part(texts: Texts, part: str) -> str:
    if found := _TOGETHER.fullmatch(part):
        return texts["suggested_together"].format(n=found[1])
    if found := _WHOLE.fullmatch(part):
        return texts["suggested_whole"].format(places=found[1])
    if found := _ABOVE.fullmatch(part):
        return texts["suggested_above"].format(n=found[1])
    if found := _KEPT.fullmatch(part):
        return texts["suggested_kept"].format(roles=found[1])
    return texts.get(f"suggested_{part}", part)


def _backtest(texts: Texts, name: str, tests: Records) -> Element:
    """The curve, if any use would have been denied. Otherwise a sentence: a line at zero says no more than that."""
    if any(test["denied"] for test in tests):
        return _curve(texts, name, tests)
    rows = [_row(test) for test in sorted(tests, key=lambda test: test["window_days"])]
    numbers = el("details", el("summary", texts["as_table"]), listing(texts, _BACKTEST, rows), class_="numbers")
    return el("div", el("p", texts["backtest_none"], class_="soft"), numbers)


def _curve(texts: Texts, name: str, tests: Records) -> Element:
    """Denied share by window length; the table names who would have been denied."""
    tests = sorted(tests, key=lambda test: test["window_days"])
    points = [(texts["window_length"].format(days=test["window_days"]), 100 * (test["share"] or 0)) for test in tests]
    most = max([1.0, *[value for _, value in points]])
    svg = curve({texts["denied_share"]: points}, most, " %")
    rows = [_row(test) for test in tests]
    about = texts["backtest_none"] if not any(test["denied"] for test in tests) else texts["backtest_some"]
    named = {**texts, name: texts["backtest"]}
    return figure(named, svg, name, about, listing(texts, _BACKTEST, rows))


def _row(test: Record) -> dict[str, Any]:
    train = f"{test['train_from']} – {test['train_until']}"
    return {
        **test,
        "train": train,
        "replay": f"{test['replay_until']}",
        "share_percent": 100 * (test["share"] or 0),
    }
