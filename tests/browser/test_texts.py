"""Texts that TypeScript cannot check: those whose keys come from the service."""

import json
import re
from pathlib import Path

from app.access.decision import Reason
from spark_audit.sinks.report.texts import LANGUAGES
from tests.browser.service import REPOSITORY

_TEXTS = REPOSITORY / "console/src/texts/zh-CN"


def _keys(file: Path) -> set[str]:
    return set(re.findall(r'^ +"?([A-Za-z0-9_:]+)"?:', file.read_text(encoding="utf-8"), re.MULTILINE))


def _dictionary() -> dict[str, list[dict[str, str]]]:
    found: dict[str, list[dict[str, str]]] = json.loads((REPOSITORY / "app/access/operations.json").read_text())
    return found


def test_every_question_has_a_sentence() -> None:
    assert {one["question"] for one in _dictionary()["questions"]} <= _keys(_TEXTS / "questions.ts")


def test_every_authority_has_a_sentence() -> None:
    assert {str(one["id"]) for one in _dictionary()["authorities"]} <= _keys(_TEXTS / "authorities.ts")


def test_every_reason_has_a_sentence() -> None:
    assert {reason.value for reason in Reason} <= _keys(_TEXTS / "why.ts")


def test_every_reason_and_number_of_a_finding_has_a_word() -> None:
    """In both languages, whatever the reports have words for; kinds of findings too."""
    told = [key.partition("_") for key in LANGUAGES["en"]]
    wanted = {name for sort, _, name in told if sort in ("kind", "why", "number", "problem", "cause")}
    for language in ("zh-CN", "en-US"):
        assert {name for name in wanted if name} <= _keys(_TEXTS.parent / language / "findings.ts"), language
