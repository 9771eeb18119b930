"""The table of docs/security.md names tests that demand something, and sections that are there."""

import ast
import re

from tests.security import asvs
from tests.security.asvs import TOP

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
_THAT_DEMAND = ("raises", "assert_refused", "_refused", "_run", "check")
"""What a test calls that has no `assert` of its own."""


def test_every_requirement_of_the_chapters_has_one_line_in_order() -> None:
    numbers = [
        f"{chapter}.{section}.{number}"
        for chapter, sections in CHAPTERS.items()
        for section, many in enumerate(sections, 1)
        for number in range(1, many + 1)
    ]
    assert [requirement.number for requirement in EVERY] == numbers


def test_each_is_met_by_tests_or_pages_or_says_why_not() -> None:
    answered = {
        requirement.number: (
            bool(requirement.tests or requirement.pages),
            bool(requirement.not_met),
            bool(requirement.does_not_apply),
        )
        for requirement in EVERY
    }
    assert {number: answers for number, answers in answered.items() if answers.count(True) != 1} == {}
    assert [
        requirement.number
        for requirement in EVERY
        if requirement.level not in (1, 2, 3) or not requirement.asks.endswith(".")
    ] == []


def test_each_named_test_is_run_and_demands_something() -> None:
    assert {test for requirement in EVERY for test in requirement.tests if not _demands_something(test)} == set()


def _demands_something(test: str) -> bool:
    file, name = asvs.file_of(test), test.partition("::")[2]
    content = file.read_text(encoding="utf-8") if file.is_file() else ""
    if file.suffix == ".java":
        body = re.search(rf"(?m)^  @(?:Parameterized)?Test\b(?:.*\n){{1,9}}?  void {name}\((?:.*\n)*?  }}$", content)
        return body is not None and re.search(r"assert|verify|check", body[0]) is not None
    found = (
        statement
        for statement in ast.parse(content).body
        if isinstance(statement, ast.FunctionDef) and statement.name == name
    )
    return any(_is_demand(part) for function in found for part in ast.walk(function)) and name.startswith("test_")


def _is_demand(part: ast.AST) -> bool:
    if isinstance(part, ast.Call):
        return ast.unparse(part.func).rpartition(".")[2] in _THAT_DEMAND
    return isinstance(part, ast.Assert)


def test_named_sections_exist() -> None:
    assert {page for requirement in EVERY for page in requirement.pages if not _is_section(page)} == set()


def _is_section(page: str) -> bool:
    name, _, section = page.partition("#")
    file = TOP / "docs" / name
    headings = re.findall(r"(?m)^#+ (.*)$", file.read_text(encoding="utf-8")) if file.is_file() else []
    plain = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return section in plain if section else file.is_file()


def test_tests_are_called_after_requirements_that_have_a_line_or_belong_to_other_chapters() -> None:
    known = {requirement.number for requirement in EVERY}
    chapters = set(CHAPTERS)
    assert {number for number in asvs.tests_by_requirement() if number.split(".")[0] in chapters} <= known


def test_the_page_is_fresh() -> None:
    assert asvs.PAGE.read_text(encoding="utf-8") == asvs.page(), "run make documents"
