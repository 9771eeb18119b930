"""Texts that TypeScript cannot check: those whose keys come from the service."""

import json
import re
from pathlib import Path

from app.access.decision import Reason
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
