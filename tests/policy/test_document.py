"""The page about policy files says what is true: its example is applied, and comes out as it went in."""

import re
from pathlib import Path

import pytest

from app.access.authority_words import AUTHORITY_WORDS, authority
from app.desired_state.policy_file import document
from app.platform.moments import moment, moment_text
from tests.center import Center
from tests.factories import a_cluster, an_administrator

PAGE = Path(__file__).parents[2] / "docs" / "policy.md"
YAML = {"Content-Type": "application/yaml"}


def example() -> str:
    """The file that the page shows."""
    blocks: list[str] = re.findall(r"```yaml\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    return next(block for block in blocks if "version: 1" in block)


def test_the_example_of_the_page_works(center: Center) -> None:
    root = center.with_token(center.make(an_administrator, "root"))
    center.make(a_cluster, "prod")
    answer = root.post("/api/v1/policy/apply", content=example(), headers=YAML)
    assert answer.status_code == 200, answer.text
    assert answer.json()["create"] > 10
    exported = root.get("/api/v1/policy").text
    plain = root.get("/api/v1/policy", headers={"Accept": "text/plain"})
    assert (plain.headers["content-type"], plain.text) == ("text/plain; charset=utf-8", exported)
    assert "- {topic: persistent://acme/orders/created, user: bob, authorities: [topic.read], from: " in exported
    assert root.post("/api/v1/policy/plan", content=example(), headers=YAML).json()["changes"] == []


def test_every_code_of_these_files_is_in_the_catalogue_and_every_word_on_the_page() -> None:
    text = PAGE.read_text("utf-8")
    for name, field in document.PolicyDocument.model_fields.items():
        assert f"\n{name}:" in text, field
    for entry in (document.UserEntry, document.TopicEntry, document.GrantEntry, document.NamespaceEntry):
        for name, info in entry.model_fields.items():
            assert f"{info.alias or name}" in text, name


def test_an_authority_is_a_word_or_its_number() -> None:
    assert AUTHORITY_WORDS[302] == "topic.write"
    assert AUTHORITY_WORDS[100] == "tenant.create"
    for number, word in AUTHORITY_WORDS.items():
        assert authority(word) == authority(str(number)) == number
    for word in ("write", "0302", "999", "Topic.Write", ""):
        with pytest.raises(ValueError, match="there is no authority"):
            authority(word)


def test_a_time_is_written_as_it_is_read() -> None:
    for time in (0, 1, 999, 1_000, 1_800_000_000_123, 253_402_300_799_999, 253_402_300_800_000, 2**53):
        assert moment(moment_text(time)) == time
    assert moment("2027-01-01") == moment("2027-01-01T00:00:00Z") == moment("2027-01-01T08:00:00+08:00")
