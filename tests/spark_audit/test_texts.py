"""Words of the report that come from elsewhere: whatever the center can say has a word in both languages."""

import json
from pathlib import Path

import pytest

from spark_audit.sinks.report.sections.denials import RIGHTS
from spark_audit.sinks.report.texts import LANGUAGES

_OPERATIONS = json.loads((Path(__file__).parents[2] / "app/access/operations.json").read_text(encoding="utf-8"))
_REFUSALS = Path(__file__).parents[2] / "app/access/decision.py"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_authority_and_right_has_a_word(language: str) -> None:
    """Rights by their number in the center's file."""
    words = LANGUAGES[language]
    assert {f"authority_{one['id']}" for one in _OPERATIONS["authorities"]} <= words.keys()
    assert list(RIGHTS) == _OPERATIONS["rights"]
    assert {f"right_{name}" for name in RIGHTS} <= words.keys()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_refusal_has_a_word(language: str) -> None:
    """Read as text, because the jobs do not know the service."""
    allowing = {"SUPER_USER", "SYSTEM_TOPIC", "GRANTED", "OWN_SUBSCRIPTION"}
    reasons = {
        line.split('"')[1] for line in _REFUSALS.read_text().splitlines() if line.startswith("    ") and ' = "' in line
    }
    known = {one for one in reasons if one.isupper()} - allowing
    assert len(known) >= 10
    assert {f"reason_{one}" for one in known} <= LANGUAGES[language].keys()
