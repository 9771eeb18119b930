"""Puts a report together: one page per language from the same content."""

from collections.abc import Mapping
from typing import Any
from xml.etree.ElementTree import Element

from spark_audit.sinks import amounts
from spark_audit.sinks.report import links, sections
from spark_audit.sinks.report.content import Content
from spark_audit.sinks.report.elements import document, el
from spark_audit.sinks.report.report_paths import path_of
from spark_audit.sinks.report.sections import sources
from spark_audit.sinks.report.style import CSS
from spark_audit.sinks.report.texts import LANGUAGES

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def html(content: Content, language: str) -> str:
    """The report as a page that has no scripts and loads nothing."""
    texts = LANGUAGES[language]
    title = f"{_title(content, texts)} · {content.run['from']} – {content.run['until']}"
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("title", title),
        el("style", CSS),
    )
    skip = el("a", texts["skip"], href="#content", class_="skip")
    parts = sections.all_of(content, texts)
    days = sources.watched(texts, _covered(content))
    span = el("p", days, class_="soft") if days else None
    main = el("main", _warnings(content, texts), span, _cards(content, texts), *parts, id="content")
    body = el("body", skip, _header(content, texts, language), _contents(texts, parts), main)
    return document(links.settle(el("html", head, body, lang=texts["lang"])))


def _title(content: Content, texts: Mapping[str, str]) -> str:
    return texts["title"] if content.tenant is None else texts["title_tenant"].format(tenant=content.tenant)


def _header(content: Content, texts: Mapping[str, str], language: str) -> Element:
    other = "en" if language == "zh" else "zh"
    mine = path_of(content.tenant, other).rsplit("/", 1)[-1]
    there = content.tenant is None or other in content.languages()
    switch = el("a", texts["other"], href=mine, lang="zh-CN" if other == "zh" else "en") if there else None
    up = None if content.tenant is None else el("a", texts["to_estate"], href=f"../{path_of(None, language)}")
    title = el("div", el("h1", _title(content, texts)), el("div", texts["window"].format(**content.run), class_="soft"))
    run = el("div", f"{texts['run']} ", el("code", content.run["run"]), class_="soft")
    return el("header", title, el("div", el("div", up, " " if up is not None else None, switch), run))


def _contents(texts: Mapping[str, str], parts: list[Element]) -> Element:
    names = [part.get("id", "") for part in parts]
    return el("nav", *[el("a", texts[section], href=f"#{section}") for section in names], aria_label=texts["contents"])


def _warnings(content: Content, texts: Mapping[str, str]) -> Element | None:
    least = content.settings["min_coverage"]
    covered = _covered(content)
    thin = [cluster for cluster in covered if cluster["coverage_percent"] < least]
    if covered and not thin:
        return None
    named = [f"{cluster['cluster']} {amounts.percent(cluster['coverage_percent'])} %" for cluster in thin]
    said = texts["verdict_thin"].format(clusters=", ".join(named) or "0 %", least=f"{least:g}")
    return el("p", said, class_="note bad")


def _covered(content: Content) -> list[dict[str, Any]]:
    """The clusters that a report is about: all for the estate, and if a tenant's are not known."""
    known = {cluster["cluster"] for cluster in content.rows("clusters")}
    return [cluster for cluster in content.rows("coverage") if not known or cluster["cluster"] in known]


def _backtest(content: Content) -> dict[str, tuple[str, str]]:
    """The first card: the share of uses denied by all suggestions together, in the worst back-test."""
    shares = [test["share"] for test in content.rows("backtest") if test["share"] is not None]
    if not shares:
        return {}
    return {"backtest": (f"{amounts.percent(100 * max(shares))}\u00a0%", "suggestions")}


def _cards(content: Content, texts: Mapping[str, str]) -> Element:
    counts, index = content.statuses(), content.index()
    values = {
        **_backtest(content),
        "uses": (f"{content.used():,}", "trend"),
        "grants": (f"{content.grants():,}", "grants"),
        "unused": (f"{counts['unused']:,}", "status-unused"),
        "redundant": (f"{counts['redundant']:,}", "status-redundant"),
        "findings": (f"{content.open_findings():,}", "findings"),
        "denied": (f"{content.denied():,}", "denials"),
        "creep": ("–" if index is None else f"{index['index'] or 0:.1f}", "creep"),
        "coverage": (f"{amounts.percent(content.run['coverage_percent'])}\u00a0%", "coverage"),
    }
    cards = [
        el("a", el("b", value), el("span", texts[f"card_{name}"], class_="soft"), href=f"#{target}", class_="card")
        for name, (value, target) in values.items()
    ]
    return el("div", *cards, class_="cards")
