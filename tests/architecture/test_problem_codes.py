"""The error catalogue is complete: what the source can answer, what is listed, what the console has words for."""

import re
from collections import Counter
from pathlib import Path

import pytest

from app.api.error_code_page import codes, render
from tests.architecture.problem_sources import raised_problems, sentences, written

TOP = Path(__file__).parents[2]
ONLY_IN_THE_BROWSER = {"unreachable", "screen_missing", "console_failed", "no_answer", "passkey_cancelled"}
"""Nobody answered, or the console itself failed: there is no problem document."""


def test_every_code_that_is_raised_is_listed_and_every_listed_one_is_raised() -> None:
    found = {code for code, _ in raised_problems()}
    assert len(found) > 50, "the walk over the source must see the errors"
    assert found - codes().keys() == set(), "describe these in app/platform/problem_codes.json"
    assert codes().keys() - found == set(), "nothing raises these any more"


def test_a_code_has_one_status_and_it_is_the_listed_one() -> None:
    several = Counter(code for code, _ in raised_problems())
    assert [code for code, number in several.items() if number > 1] == []
    listed = {code: problem["status"] for code, problem in codes().items()}
    assert {code: status for code, status in raised_problems() if listed.get(code, status) != status} == {}


def test_the_file_is_sorted_and_speaks_in_sentences() -> None:
    assert list(codes()) == sorted(codes())
    for name, problem in codes().items():
        assert re.fullmatch(r"[a-z][a-z_]*", name)
        assert problem["means"].endswith("."), name
        assert problem["do"].endswith("."), name


def test_the_page_names_each_code_once() -> None:
    rows = re.findall(r"^\| `([a-z_]+)` \|", render(), re.MULTILINE)
    assert sorted(rows) == list(codes())


@pytest.mark.parametrize("language", ["zh-CN", "en-US"])
def test_the_console_has_words_for_exactly_these(language: str) -> None:
    text = (TOP / f"console/src/texts/{language}/problemCodes.ts").read_text(encoding="utf-8")
    known = set(re.findall(r"^  ([a-z_]+):", text, re.MULTILINE))
    assert known - codes().keys() == ONLY_IN_THE_BROWSER
    assert codes().keys() - known == set()


def test_the_console_leaves_out_no_sentence_of_the_center() -> None:
    """In Chinese it shows its own words for a code alone only where these are all that the center can say; else the
    center's sentence stands beside them (browser: test_problems)."""
    text = (TOP / "console/src/components/states/problemText.ts").read_text(encoding="utf-8")
    listed = re.search(r"COMPLETE_CODES = new Set\((.*?)\.split", text, re.DOTALL)
    assert listed is not None
    alone = set(" ".join(re.findall(r'"([a-z_ ]+)"', listed[1])).split()) - ONLY_IN_THE_BROWSER
    # Of those that `sentences` does not see, app/api/problems.py says what they mean.
    once = {code for code, said in sentences().items() if len(said) == 1 and None not in said}
    assert alone == once | (codes().keys() - sentences().keys())


def test_the_console_translates_sentences_that_the_center_says() -> None:
    text = (TOP / "console/src/texts/zh-CN/problems.ts").read_text(encoding="utf-8")
    table = text.partition("  sentences: {")[2].partition("  } as")[0]
    known = re.findall(r"""^    (?:"(.+?)"|'(.+?)'):(?: |$)""", table, re.MULTILINE)
    assert len(known) > 15
    for key in (key or other for key, other in known):
        pattern = re.compile(re.escape(key).replace("…", ".+"))
        assert any(pattern.fullmatch(sentence) for sentence in written()), key
