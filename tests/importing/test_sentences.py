"""Each sentence of an import's report has a stable code, which is the same after a draft was read again."""

import re
from pathlib import Path

import pytest

from app.access.decision import Reason
from app.desired_state.importing import sentences

_PACKAGE = Path(sentences.__file__).parent


def test_every_code_is_used_and_no_other() -> None:
    text = "".join(file.read_text() for file in sorted(_PACKAGE.glob("*.py")) if file.name != "sentences.py")
    used = set(re.findall(r'\b(?:why|what)\(\s*"([a-z_]+)"', text))
    used |= {"topic_not_read", "topic_gone"}  # chosen between two
    used |= {"mapped_to_nothing", "own_reason"}  # by sentences itself
    assert used == {*sentences.WHY, *sentences.WHAT}


def test_a_code_means_one_thing() -> None:
    assert not {*sentences.WHY} & {*sentences.WHAT}
    assert not {*sentences.WHY, *sentences.WHAT} & {reason.value for reason in Reason}


@pytest.mark.parametrize("code", [code for code, text in sentences.WHY.items() if "{" not in text])
def test_a_reason_that_a_draft_wrote_keeps_its_code(code: str) -> None:
    assert sentences.of_mapping(sentences.why(code).text) == sentences.why(code)


def test_a_reason_of_ones_own_is_a_value() -> None:
    own = sentences.of_mapping("left the company")
    assert (own.code, own.text, own.values) == ("own_reason", "left the company", {"reason": "left the company"})
