"""The report: numbers lead to their evidence, nothing is loaded, nothing is lost in a language."""

import re
from typing import Any

import pytest

from spark_audit.sinks import amounts, markdown, titles
from spark_audit.sinks.report import links, page, sections
from spark_audit.sinks.report.elements import el
from spark_audit.sinks.report.texts import LANGUAGES
from spark_audit.sinks.summary import summary
from tests.spark_audit.report_sample import content, empty

BOTH = pytest.mark.parametrize("language", ["en", "zh"])


@BOTH
def test_the_page_loads_nothing(language: str) -> None:
    """No address in it but the SVG namespace and the other reports; the browser is told to refuse the rest."""
    html = page.html(content(), language)
    assert "default-src 'none'" in html
    assert set(re.findall(r"https?://[^\"' ]+", html)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"\b(src|srcset|data|action)=|@import|url\(", html)
    other = "en" if language == "zh" else "zh"
    away = {target for target in re.findall(r'href="([^"]+)"', html) if not target.startswith("#")}
    assert away == {f"estate.{other}.html", f"tenants/svc.{language}.html"}


@BOTH
def test_every_link_has_one_target(language: str) -> None:
    """A number leads somewhere on the page, and no two places have one name."""
    html = page.html(content(), language)
    places = re.findall(r'id="([^"]+)"', html)
    assert len(places) == len(set(places))
    targets = set(re.findall(r'href="#([^"]+)"', html))
    assert targets <= set(places)
    rows = {"day-2026-11-21", "heat-0", "flow-0", "g-1", "status-unused", "kind-creep", "findings"}
    assert rows <= targets


def test_links_to_rows_that_are_not_listed_become_text() -> None:
    """Grant 99 is part of a suggestion, but its row was cut: its number is text."""
    html = page.html(content(), "en")
    assert "#g-99" not in html
    assert "<span>99</span>" in html
    drawn = links.settle(el("body", el("svg", links.to("gone", "x"))))
    assert [element.tag for element in drawn.iter()] == ["body", "svg", "g"]


@BOTH
def test_pictures_are_named_and_described(language: str) -> None:
    """Each has a title, a description and the same numbers as a table; what it shows is never only a colour."""
    html = page.html(content(), language)
    assert html.count("<svg") == html.count('role="group" xmlns') == 8
    assert html.count("<figure") == 7
    assert html.count('class="numbers"') == 7
    assert len(re.findall(r'aria-labelledby="([\w-]+)-title" aria-describedby="\1-about"', html)) == 7


def test_each_finding_shows_its_evidence() -> None:
    """All kinds have a name, what to do, their numbers, and rows of evidence with places of their own."""
    sample = content()
    html = page.html(sample, "en")
    for row in sample.rows("findings"):
        assert f'id="f-{row["id"]}-0"' in html
        assert f"kind_{row['kind']}" in LANGUAGES["en"]
        assert f"do_{row['kind']}" in LANGUAGES["en"]
    assert "median: 12 · today: 96.5" in html


def test_a_denial_says_what_would_allow_it() -> None:
    """The right in words, and a role that has it; without a way it says so."""
    html = page.html(content(), "en")
    assert "read · svc (as has svc)" in html
    assert "svc · svc (275) and 8 more" in html
    assert "svc · svc (275) and 8 more" in summary(content())
    denied = [denial | {"allow": []} for denial in content().rows("denials")]
    assert "nothing more: a grant covered it" in page.html(content(denials=denied), "en")
    unknown = [denial | {"reason": "UNKNOWN_PRINCIPAL"} for denial in denied]
    assert "no right: the user is unknown" in page.html(content(denials=unknown), "en")
    (row,) = content().rows("denials")
    ways = [row["allow"][0] | {"right": right} for right in (2, 3)]
    assert "write / read · svc (as has svc)" in page.html(content(denials=[row | {"allow": ways}]), "en")


def test_replacements_show_their_limits() -> None:
    """A prefix behind the place, then the subscriptions and networks; nothing where it is not limited."""
    (row,) = [suggestion for suggestion in content().rows("suggestions") if suggestion["kind"] == "narrow"]
    added = {"role": 1, "cluster": "prod", "type": 3, "res": "prod/acme/orders", "authorities": [303]}
    names = {"prefix": None, "subscriptions": ["billing", "audit-*"]}
    from_office = {"prefix": None, "subscriptions": ["a"], "networks": ["10.0.0.0/8", "::1/128"]}
    from_nowhere: dict[str, Any] = {"prefix": None, "subscriptions": None, "networks": []}
    every = (None, {"prefix": "eu-", "subscriptions": None}, names, from_office, from_nowhere)
    adds = [added | {"limits": limits} for limits in every]
    html = page.html(content(suggestions=[row | {"adds": adds}]), "en")
    assert "<code>prod/acme/orders</code></li>" in html
    assert "<code>prod/acme/orders/eu-*</code></li>" in html
    assert "<code>prod/acme/orders</code> · only subscriptions billing, audit-*</li>" in html
    assert "<code>prod/acme/orders</code> · only subscriptions a · only from 10.0.0.0/8, ::1/128</li>" in html
    assert "<code>prod/acme/orders</code> · only from -</li>" in html


def test_a_suggestion_names_the_rights_that_go() -> None:
    """In the words of the authorities: administering is no writing."""
    rows = [suggestion | {"authorities": [4, 104], "action": None} for suggestion in content().rows("suggestions")]
    overview = page.html(content(suggestions=rows), "en").split('id="suggestions"')[1].split('id="s-')[0]
    assert "4 administer the cluster (super user there), 104 administer the tenant" in overview
    assert " write " not in overview
    assert "104 管理租户" in page.html(content(suggestions=rows), "zh")
    assert "104 administer the tenant" in summary(content(suggestions=rows))


def test_networks_of_a_grant_are_shown() -> None:
    """Behind its place in the listings, and in the titles of findings and suggestions about it."""
    tables = content()
    grants = [
        row | {"res": "prod/acme", "prefix": "eu-", "networks": ["10.0.0.0/8", "::1/128"]}
        for row in tables.rows("grants")
    ]
    assert "prod/acme/eu-* · only from 10.0.0.0/8, ::1/128" in page.html(content(grants=grants), "en")
    placed = {"role_name": "crew", "granted_on": "prod/acme", "granted_from": "10.0.0.0/8 +1", "subject_type": "grant"}
    found = [finding | placed for finding in tables.rows("findings")]
    assert "crew on acme · only from 10.0.0.0/8 +1" in page.html(content(findings=found), "en")
    assert "仅来自 10.0.0.0/8 +1" in page.html(content(findings=found), "zh")


def test_suggestions_and_findings_are_titled_by_names() -> None:
    """Role and place without anything being opened, and how many more grants go; a number only where no name is."""
    place = {"role_name": "orders-writer", "granted_on": "prod/acme/orders/created"}
    tables = content()
    suggested = [suggestion | place for suggestion in tables.rows("suggestions")]
    found = [finding | place | {"subject_type": "grant", "subject": "15438"} for finding in tables.rows("findings")]
    html = page.html(content(suggestions=suggested, findings=found), "en")
    assert html.count("<code>orders-writer on persistent://acme/orders/created · svc +1</code>") == len(suggested)
    assert html.count("<code>orders-writer on persistent://acme/orders/created · svc</code>") == len(found)
    assert "grant 15438" not in html
    nameless = [finding | {"role_name": None, "granted_on": None} for finding in found]
    assert "<code>grant 15438 on svc · svc</code>" in page.html(content(findings=nameless), "en")


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("*", "*"), ("prod", "prod"), ("prod/acme", "acme"), ("prod/acme/orders", "acme/orders"),
        ("prod/acme/orders/created", "persistent://acme/orders/created"),
        ("prod/non-persistent://acme/orders/x", "non-persistent://acme/orders/x"),
        ("prod/topic://acme/orders/x", "topic://acme/orders/x"),
    ],
)  # fmt: skip
def test_a_place_is_named_as_clients_name_it(path: str, shown: str) -> None:
    assert titles.place(path) == shown


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("seconds_after", 1_323_928.1, "15 days"), ("seconds_after", 7_000, "117 minutes"),
        ("seconds_after", 0.4, "0 seconds"),
        ("seconds_after", 7_200, "2 hours"), ("coverage_percent", 66.66666, "66.7"),
        ("coverage_percent", 99.97, "99.9"),
        ("coverage_percent", 100.0, "100"), ("share", 0.00001, "<0.1 %"), ("share", 0.2, "20 %"),
        ("n", 1234.0, "1,234"),
        ("action", 4.0, "delete"), ("median", 0.123456, "0.12"), ("mad", 1234.567, "1,234.6"), ("mad", None, "–"),
    ],
)  # fmt: skip
def test_numbers_are_rounded_for_people(name: str, value: float | None, shown: str) -> None:
    assert amounts.of(LANGUAGES["en"], name, value) == shown


def test_a_hole_in_the_log_is_shown_to_tenants_of_that_cluster() -> None:
    """The estate, and who is on no cluster that is known, read of every hole."""
    thin = [{"cluster": "other", "boots": 1, "events": 1, "lost": 1, "coverage_percent": 50.0},
            {"cluster": "prod", "boots": 1, "events": 9, "lost": 0, "coverage_percent": 100.0}]  # fmt: skip
    concerned = {
        (tenant, cluster): "The log is incomplete (arrived: other 50 %)" in page.html(
            content(tenant=tenant, coverage=thin, clusters=[{"cluster": cluster}] if cluster else []), "en")
        for tenant, cluster in ((None, None), ("acme", "prod"), ("acme", "other"), ("acme", None))
    }  # fmt: skip
    assert concerned == {(None, None): True, ("acme", "prod"): False, ("acme", "other"): True, ("acme", None): True}


def test_the_first_card_is_the_back_test_of_all_suggestions() -> None:
    """Of the window in which it went worst; none where nothing was suggested."""
    first = '<div class="cards"><a href="#suggestions" class="card"><b>0.7\u00a0%</b>'
    assert first in page.html(content(), "en")
    assert "(back-test)" not in page.html(content(backtest=[]), "en")


@BOTH
def test_a_finding_says_whose_account_it_was(language: str) -> None:
    """Since when, until when, and below which main account."""
    whose: dict[str, Any] = {"account_made": 1_795_348_800_000, "account_ended": None, "main": "boss"}
    ended = whose | {"account_ended": 1_795_435_200_000, "main": None}
    rows = content().rows("findings")
    html = page.html(content(findings=[rows[0] | whose, rows[1] | ended]), language)
    words, made = LANGUAGES[language], "2026-11-22 12:00"
    assert f"({words['account'].format(made=made, ended='–')}, {words['account_main']} <code>boss</code>)" in html
    assert f"({words['account'].format(made=made, ended='2026-11-23 12:00')})" in html


def test_equally_grave_findings_of_one_kind_do_not_hide_another() -> None:
    """In the summary one of each kind comes before a second one, after graver ones."""
    (row, other, *_) = content().rows("findings")
    many = [row | {"id": f"a{number:02}", "severity": 3} for number in range(12)]
    shown = content(findings=[*many, other | {"id": "b", "severity": 3}, other | {"id": "c", "severity": 5}])
    assert [finding["id"] for finding in shown.loudest(4)] == ["c", "b", "a00", "a01"]
    assert summary(shown).count(LANGUAGES["en"][f"kind_{other['kind']}"]) == 2


def test_dates_of_runs_do_not_look_like_dates_of_use() -> None:
    assert "found by the runs until 2026-11-14 – 2026-11-21" in page.html(content(), "en")


def test_a_back_test_that_denied_nothing_is_a_sentence() -> None:
    """With its numbers behind it. A picture of a line at zero for each of fifty suggestions was half of a page."""
    none = [test | {"denied": 0, "share": 0} for test in content().rows("backtest")]
    kept, other = content().rows("suggestions")
    html = page.html(content(suggestions=[kept, other | {"curve": none}]), "en")
    assert [html.count(f'id="backtest-{suggestion["id"]}-title"') for suggestion in (kept, other)] == [1, 0]
    shown = html.split(f'id="s-{other["id"]}"')[1].split("<h3>")[0]
    assert "no use would have been denied" in shown
    assert shown.count('<td class="number">180</td>') == 1


def test_differences_change_the_verdict() -> None:
    """Without differences the report says so; with one it lists it first."""
    good = page.html(content(after_revocation=[], recomputed=[]), "en")
    assert "no use after revocation" in good
    bad = page.html(content(), "en")
    assert "no use after revocation" not in bad
    assert bad.index("Used after it was revoked") < bad.index("Findings</h2>")


def test_an_incomplete_log_is_reported_at_the_top() -> None:
    """Before any number, with the worst cluster's share."""
    clusters = [{"cluster": "c", "boots": 1, "events": 98, "lost": 2, "coverage_percent": 98.0}]
    html = page.html(content(coverage=clusters), "en")
    assert html.index("arrived: c 98 %") < html.index('class="cards"')
    assert "The log is incomplete" not in page.html(content(), "en")


@BOTH
def test_each_page_says_since_when_each_cluster_was_watched(language: str) -> None:
    """Also of one without a log; a tenant's page of its own clusters. Each finding says it, too."""
    row = {"boots": 1, "events": 98, "lost": 0, "coverage_percent": 100.0, "conflicting": 0}
    span = {"watched_since": "2026-11-08", "watched_until": "2026-11-20", "watched_days": 13}
    never = {"watched_since": None, "watched_until": None, "watched_days": 0}
    logs: list[dict[str, Any]] = [row | span | {"cluster": "eu"}, row | never | {"cluster": "us"}]
    words = LANGUAGES[language]
    spans = [words["watched_span"].format(**logs[0]), words["watched_never"].format(**logs[1])]
    assert "; ".join(spans) in page.html(content(coverage=logs), language)
    mine = page.html(content(tenant="acme", coverage=logs, clusters=[{"cluster": "eu"}]), language)
    assert spans[0] in mine
    assert spans[1] not in mine
    assert markdown.text(spans[1]) in summary(content(coverage=logs)) or language == "zh"
    found = [finding | span for finding in content().rows("findings")]
    said = words["log_watched"].format(since="2026-11-08", until="2026-11-20")
    assert page.html(content(findings=found), language).count(said) == len(found)


def test_long_lists_say_where_the_rest_is() -> None:
    """The others are counted and their file is named."""
    assert "72 more rows are in denials.csv of csv.zip." in page.html(content(), "en")


@BOTH
def test_an_empty_report_can_be_drawn(language: str) -> None:
    """A window without any event, in a center without any grant."""
    html = page.html(empty(), language)
    assert LANGUAGES[language]["nothing"] in html
    assert "NaN" not in html
    assert all(f'id="{section}"' in html for section in sections.SECTIONS)


def test_numbers_that_are_missing_are_dashes() -> None:
    """Null in a table is neither 0 nor None."""
    grants = [content().rows("grants")[1] | {"last": None, "covering": None}]
    creep = [content().rows("creep")[0] | {"creep": None, "reach": None, "index": None}]
    html = page.html(content(grants=grants, creep=creep, creep_trend=creep_of(None)), "en")
    assert ">None<" not in html


def creep_of(index: float | None) -> list[dict[str, Any]]:
    """One row of the past."""
    return [content().rows("creep_trend")[0] | {"index": index}]


def test_both_languages_have_the_same_texts() -> None:
    """Same keys, same places to fill in."""
    english, chinese = LANGUAGES["en"], LANGUAGES["zh"]
    assert english.keys() == chinese.keys()
    places = re.compile(r"{\w+}")
    assert {key: set(places.findall(english[key])) for key in english} == {
        key: set(places.findall(chinese[key])) for key in chinese
    }
