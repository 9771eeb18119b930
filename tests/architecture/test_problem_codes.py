"""The error catalogue is complete: what the source can answer, what is listed, what the console has words for."""

import re
from collections import Counter
from pathlib import Path

import pytest

from app.api.error_catalogue import codes, render
from tests.architecture.problem_sources import raised

TOP = Path(__file__).parents[2]
ONLY_IN_THE_BROWSER = {"unreachable", "screen_missing", "console_failed", "no_answer", "passkey_cancelled"}
"""Nobody answered, or the console itself failed: there is no problem document."""


def test_every_code_that_is_raised_is_listed_and_every_listed_one_is_raised() -> None:
    found = {code for code, _ in raised()}
    assert len(found) > 50, "the walk over the source must see the errors"
    assert found - codes().keys() == set(), "describe these in app/problem_codes.json"
    assert codes().keys() - found == set(), "nothing raises these any more"


def test_a_code_has_one_status_and_it_is_the_listed_one() -> None:
    several = Counter(code for code, _ in raised())
    assert [code for code, number in several.items() if number > 1] == []
    listed = {code: one["status"] for code, one in codes().items()}
    assert {code: status for code, status in raised() if listed.get(code, status) != status} == {}


def test_the_file_is_sorted_and_speaks_in_sentences() -> None:
    assert list(codes()) == sorted(codes())
    for name, one in codes().items():
        assert re.fullmatch(r"[a-z][a-z_]*", name)
        assert one["means"].endswith("."), name
        assert one["do"].endswith("."), name


def test_the_page_names_each_code_once() -> None:
    rows = re.findall(r"^\| `([a-z_]+)` \|", render(), re.MULTILINE)
    assert sorted(rows) == list(codes())


@pytest.mark.parametrize("language", ["zh-CN", "en-US"])
def test_the_console_has_words_for_exactly_these(language: str) -> None:
    text = (TOP / f"console/src/texts/{language}/problems.ts").read_text(encoding="utf-8")
    known = set(re.findall(r"^    ([a-z_]+):", text.partition("codes: {")[2], re.MULTILINE))
    assert known - codes().keys() == ONLY_IN_THE_BROWSER
    assert codes().keys() - known == set()
