"""What leaves the program must stay text: in a browser, in a spreadsheet, before the eyes of a reader."""

import csv
import io
import re
from pathlib import Path
from typing import Any

import pytest

from spark_audit.sinks import csv_cells
from spark_audit.sinks.report import page
from spark_audit.sinks.report.content import Content
from spark_audit.sinks.report.elements import document, el

EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>"


def content(name: str = "svc", **changes: Any) -> Content:
    """A small report in which every text of the log is `name`."""
    finding = {
        "grant": 1, "status": "unused", "covering": 0, "applied": 0, "sole": 0, "last": None, "coverage_percent": 99.5,
        "why": None, "granted": True, "role_name": name, "res": name, "authorities": [302], "granted_by": name,
        "add_time": 1, "members": 1, "members_using": 0,
    }  # fmt: skip
    attempt = {"user": name, "op": name, "resource": name, "n": 1234, "first": 1, "last": 2, "days": 1}
    facts: dict[str, Any] = {
        "run": {"run": "00ff", "from": "2026-11-07", "until": "2026-11-08", "events": 3, "bad_lines": 1,
                "duplicates": 0, "lost": 0, "coverage_percent": 99.5},
        "findings": [finding],
        "denials": [attempt | {"reason": name}],
        "probes": [attempt | {"decision": 1}],
        "differences": [{"problem": "not_exported", "cluster": name, "grant": 9, "user": name, "resource": name,
                         "rev": 1, "n": 1, "first": 1, "last": 1}],
        "coverage": [{"cluster": name, "boots": 1, "events": 3, "lost": 0, "coverage_percent": 99.5}],
        "trend": [{"date": "2026-11-07", "allowed": 5, "denied": 1}],
        "heat": [{"role": name, "area": name, "n": 5}],
        "bad": {"malformed": 1}, "files": [name], "grants_file": name, "grants": 2,
        "min_age_days": 14, "min_coverage": 99.0,
    }  # fmt: skip
    return Content(**(facts | changes))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_names_cannot_become_markup(language: str) -> None:
    """The page has the same elements whatever the names are."""
    evil, plain = page.html(content(EVIL), language), page.html(content("svc"), language)
    tags = re.compile(r"<[a-z/!][^>]*?(?=[\s>])")
    assert len(tags.findall(evil)) == len(tags.findall(plain))
    assert "<script" not in evil
    assert "<img" not in evil
    assert evil.count("&lt;script&gt;alert(1)") >= 10


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_page_loads_nothing(language: str) -> None:
    """No address in it but the SVG namespace and the other language; the browser is told to refuse the rest."""
    html = page.html(content(), language)
    assert "Content-Security-Policy" in html
    assert "default-src 'none'" in html
    assert set(re.findall(r"https?://[^\"' ]+", html)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"\b(src|srcset|data|action)=|@import|url\(", html)
    other = "en" if language == "zh" else "zh"
    assert re.findall(r'href="([^"]+)"', html) == [f"report.{other}.html"]


def test_hidden_characters_are_shown() -> None:
    """A right-to-left mark would make one name look like another, in text and in attributes."""
    assert "a\\u202eb\\u0000" in document(el("p", "a\u202eb\0"))
    assert 'title="\\u200b"' in document(el("p", title="\u200b"))


def test_quotes_cannot_leave_an_attribute() -> None:
    """Attributes take names too (titles of cells)."""
    assert document(el("p", title='" onclick="x')) == '<!doctype html>\n<p title="&quot; onclick=&quot;x"></p>\n'


@pytest.mark.parametrize(
    "text", ["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(1)", "\t=1", " =1", "\ufeff=1", "＝1", "\r=1"]
)
def test_a_spreadsheet_runs_no_cell(text: str) -> None:
    """OWASP's list, also behind blanks and in full width; the text itself stays complete."""
    assert csv_cells.cell(text) == f"'{text}"


def test_harmless_cells_stay_as_they_are() -> None:
    """Numbers stay numbers, also negative ones; the reader of the CSV gets back what was written."""
    rows = [["a=b", -5, 1.5, None, [302, 303], 'quo"te, comma', "line\nbreak"]]
    read = list(csv.reader(io.StringIO(csv_cells.table(list("abcdefg"), rows), newline="")))
    assert read[1] == ["a=b", "-5", "1.5", "", "302 303", 'quo"te, comma', "line\nbreak"]


def test_both_languages_have_the_same_texts() -> None:
    """Same keys, same places to fill in."""
    english, chinese = page.LANGUAGES["en"], page.LANGUAGES["zh"]
    assert english.keys() == chinese.keys()
    places = re.compile(r"{\w+}")
    assert {key: set(places.findall(english[key])) for key in english} == {
        key: set(places.findall(chinese[key])) for key in chinese
    }


def test_differences_turn_the_verdict(tmp_path: Path) -> None:
    """Without differences the report says so; with one it lists it first."""
    good = page.html(content(differences=[]), "en")
    assert "no use after revocation" in good
    assert "not_exported" not in good
    bad = page.html(content(), "en")
    assert "no use after revocation" not in bad
    assert bad.index("not_exported") < bad.index("Grants by finding")


def test_long_lists_say_where_the_rest_is() -> None:
    """50 rows are shown; the others are counted and the file is named."""
    html = page.html(content(denials=content().denials * 73), "en")
    assert "23 more rows are in csv/denials.csv." in html


def test_an_empty_report_can_be_drawn() -> None:
    """A window without any event."""
    nothing: list[dict[str, Any]] = []
    html = page.html(content(findings=nothing, denials=nothing, probes=nothing, differences=nothing, coverage=nothing,
                             trend=nothing, heat=nothing, bad={}, files=[]), "zh")  # fmt: skip
    assert "没有内容" in html
    assert "NaN" not in html
