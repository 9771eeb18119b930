"""The table of docs/security.md names what is there."""

import re

import pytest

from tests.security import asvs
from tests.security.asvs import TOP, Requirement

EVERY = asvs.requirements()
CHAPTERS = {
    "6": (3, 12, 8, 6, 8, 4, 2, 4),
    "7": (3, 4, 2, 5, 3, 2),
    "8": (4, 4, 3, 2),
    "9": (3, 4),
    "10": (2, 3, 5, 16, 5, 2, 3),
    "16": (1, 5, 4, 3, 4),
}
"""How many requirements each section of a chapter has in ASVS 5.0.0."""


def test_every_requirement_of_the_chapters_has_one_line_in_order() -> None:
    numbers = [
        f"{chapter}.{section}.{number}"
        for chapter, sections in CHAPTERS.items()
        for section, many in enumerate(sections, 1)
        for number in range(1, many + 1)
    ]
    assert [one.number for one in EVERY] == numbers


@pytest.mark.parametrize("one", EVERY, ids=lambda one: one.number)
def test_each_is_met_by_tests_or_pages_or_says_why_not(one: Requirement) -> None:
    met = bool(one.tests or one.pages)
    assert [met, bool(one.not_met), bool(one.does_not_apply)].count(True) == 1
    assert one.level in (1, 2, 3)
    assert one.asks.endswith(".")


@pytest.mark.parametrize("one", [one for one in EVERY if one.tests], ids=lambda one: one.number)
def test_named_tests_exist(one: Requirement) -> None:
    missing = [test for test in one.tests if not _is_there(test)]
    assert missing == []


def _is_there(test: str) -> bool:
    file, name = asvs.file_of(test), test.partition("::")[2]
    pattern = rf"(?m)^  void {name}\(" if file.suffix == ".java" else rf"(?m)^def {name}\("
    return file.is_file() and re.search(pattern, file.read_text(encoding="utf-8")) is not None


@pytest.mark.parametrize("one", [one for one in EVERY if one.pages], ids=lambda one: one.number)
def test_named_sections_exist(one: Requirement) -> None:
    missing = [page for page in one.pages if not _is_section(page)]
    assert missing == []


def _is_section(page: str) -> bool:
    name, _, section = page.partition("#")
    file = TOP / "docs" / name
    headings = re.findall(r"(?m)^#+ (.*)$", file.read_text(encoding="utf-8")) if file.is_file() else []
    plain = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return section in plain if section else file.is_file()


def test_tests_are_called_after_requirements_that_have_a_line_or_belong_to_other_chapters() -> None:
    known = {one.number for one in EVERY}
    chapters = set(CHAPTERS)
    assert {number for number in asvs.named() if number.split(".")[0] in chapters} <= known


def test_the_page_is_fresh() -> None:
    assert asvs.PAGE.read_text(encoding="utf-8") == asvs.page(), "run make documents"
