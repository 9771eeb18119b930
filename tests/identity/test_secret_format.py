"""The form of secrets: what scanners find, and what is refused without asking the database."""

import re
from pathlib import Path

import pytest

from app.identity import client_secrets, secret_format, users
from app.identity.secret_format import Kind
from app.platform.clock import now_ms
from tests.api.statements import statements
from tests.center import Center
from tests.factories import a_service

KINDS: tuple[Kind, ...] = ("secret", "refresh", "once")
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_secret_is_well_formed_for_its_kind_only(kind: Kind) -> None:
    made = secret_format.new(kind)
    assert [other for other in KINDS if secret_format.is_well_formed(made, other)] == [kind]
    assert made != secret_format.new(kind)


def test_a_known_secret_has_the_checksum_that_scanners_compute() -> None:
    """CRC-32 of all before it, in base 62 with six digits (0-9, A-Z, a-z), the first digit the highest."""
    assert secret_format.is_well_formed("puc_secret_" + 43 * "0" + "42qY5e", "secret")


@pytest.mark.parametrize("place", [0, 11, 30, 53, 54, 59])
def test_a_changed_letter_is_noticed(place: int) -> None:
    made = secret_format.new("secret")
    other = "x" if made[place] != "x" else "y"
    assert not secret_format.is_well_formed(made[:place] + other + made[place + 1 :], "secret")


@pytest.mark.parametrize(
    "text", ["", "puc_secret_", "puc_secret_" + 49 * "é", "puc_secret_" + 49 * "٣", "puc_other_" + 49 * "a", "\ud800"]
)
def test_other_texts_are_not_well_formed(text: str) -> None:
    assert not any(secret_format.is_well_formed(text, kind) for kind in KINDS)
    assert not secret_format.is_well_formed(secret_format.new("secret") + "\n", "secret")


def test_the_expression_for_scanners_finds_every_kind() -> None:
    page = (ROOT / "docs/operators/secret-scanning.md").read_text()
    found = re.search(r"^(puc_\S+)$", page, re.MULTILINE)
    assert found is not None
    text = " ".join(secret_format.new(kind) for kind in KINDS)
    assert len(re.findall(found[1], f"key='{text}'")) == len(KINDS)


def test_a_wrong_checksum_costs_no_statement(center: Center) -> None:
    service = center.make(a_service, "bot")
    right = center.make(lambda s: client_secrets.create(s, "test", users.find(s, service.id))[1])
    wrong = right[:-1] + ("x" if right[-1] != "x" else "y")
    with center.database.reading() as session, statements(center) as seen:
        assert client_secrets.matching(session, "bot", wrong, now_ms()) is None
        assert seen == []
        assert client_secrets.matching(session, "bot", right, now_ms()) is not None


def test_a_secret_of_the_old_form_goes_on_working(center: Center) -> None:
    """Versions before had 43 characters of base64url and no checksum."""
    service = center.make(a_service, "bot")
    old = "puc_secret_" + "Ab-_" * 10 + "xyz"
    row = center.make(lambda s: client_secrets.create(s, "test", users.find(s, service.id))[0])
    center.make(lambda s: setattr(s.get_one(type(row), row.id), "secret_hash", secret_format.digest(old)))
    with center.database.reading() as session:
        assert client_secrets.matching(session, "bot", old, now_ms()) is not None
