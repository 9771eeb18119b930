"""The Markdown summary: complete, and no name becomes markup."""

import re

import pytest

from spark_audit.sinks import markdown
from spark_audit.sinks.summary import summary
from tests.spark_audit.report_sample import content, empty

EVIL = "a|b\n# www.evil.example <img src=x> [l](javascript:1) @all !1 `c` https://evil.example/ **b** &lt; \\| \u202e"


def test_the_numbers_are_those_of_the_report() -> None:
    """Verdict, headline numbers, the loudest findings first, suggestions with their back-test."""
    text = summary(content())
    assert "**3 groups of decisions do not agree" in text
    assert "| unused grants | 2 |" in text
    findings = text.split("## Findings\n")[1].split("\n## ")[0]
    assert findings.index("| Unused grant | critical |") < findings.index("| Redundant grant | high |")
    assert "30 days&#58; 0.7 &#37;" in text


def test_no_name_becomes_markup() -> None:
    """The page has the same lines and marks whatever the names are."""
    evil, plain = summary(content(EVIL)), summary(content("svc"))
    assert [line.count("|") for line in evil.splitlines()] == [line.count("|") for line in plain.splitlines()]
    for mark in ("<img", "](java", "@all", "`c`", "https://", "**b**", "www.evil"):
        assert mark not in evil
    assert re.findall(r"\[[^\]]*\]\([^)]*\)", evil) == ["[report/estate.en.html](report/estate.en.html)"]


@pytest.mark.parametrize("mark", list("\\`*_{}[]<>#!|~@:&$%^"))
def test_every_mark_is_written_as_a_reference(mark: str) -> None:
    """So that no dialect of Markdown sees it."""
    assert markdown.text(f"x{mark}y") == f"x&#{ord(mark)};y"


def test_an_empty_run_has_a_summary() -> None:
    """None instead of empty tables."""
    text = summary(empty())
    assert text.count("None.") == 3
