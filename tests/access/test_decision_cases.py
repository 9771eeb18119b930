"""The truth tables, answered by Python. The plugin's `DecisionCasesTest` answers the same files."""

from __future__ import annotations

from collections import Counter

import pytest

from app.access.decision import Reason
from app.access.vocabulary import QUESTIONS
from tests.access.case_files import DecisionCase, all_cases


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: f"{case.file}: {case.raw['name']}")
def test_case(case: DecisionCase) -> None:
    answer = case.answer()
    expected = (case.raw["allowed"], case.raw["reason"], case.raw.get("grants", []))
    assert (answer.allowed, answer.reason.value, list(answer.grants)) == expected
    assert [case.snapshot.grants[grant].role for grant in answer.grants] == list(answer.roles)


def test_there_are_enough_cases() -> None:
    assert len(all_cases()) >= 500


def test_every_question_is_allowed_once_and_denied_once() -> None:
    asked = {(case.raw["ask"], case.raw["allowed"]) for case in all_cases()}
    missing = [
        (question, allowed) for question in QUESTIONS for allowed in (True, False) if (question, allowed) not in asked
    ]
    assert missing == []


def test_every_reason_is_given_once() -> None:
    assert {case.raw["reason"] for case in all_cases()} == {reason.value for reason in Reason}


def test_case_names_are_unique() -> None:
    twice = [name for name, n in Counter((case.file, case.raw["name"]) for case in all_cases()).items() if n > 1]
    assert twice == []
