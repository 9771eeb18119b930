"""Signing keys come, sign, retire and go; and what a revoked one signed is refused at once."""

import json
from collections import Counter

import jwt
import pytest
from cryptography.exceptions import InvalidTag
from pydantic import SecretStr
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.trail.models import TrailEntry
from app.identity.models import User
from app.platform.clock import now_ms
from app.platform.errors import Conflict, NotFound
from app.platform.settings import Settings
from app.tokens import api_tokens, issuing, key_life, keys
from app.tokens.models import ApiToken, SigningKey
from tests.center import Center
from tests.factories import a_user

HOUR, DAY = 3_600_000, 86_400_000


def count_states(center: Center) -> Counter[str]:
    """How many keys are in each state."""
    return Counter(center.read(lambda session: list(session.scalars(select(SigningKey.status)))))


def published(center: Center) -> set[str]:
    """Ids in the JWKS."""
    return {key["kid"] for key in center.client().get("/oauth2/jwks").json()["keys"]}


def signing(center: Center) -> str:
    """Id of the key that signs."""
    return center.read(keys.active).kid


def a_token(center: Center) -> str:
    """A token of alice for the API."""
    made = center.make(issuing.issue, center.settings, "alice", audiences=(center.settings.issuer,), seconds=600)
    return made.reveal()


def status_with(center: Center, token: str) -> int:
    """What the API answers to a token."""
    return center.client(Authorization=f"Bearer {token}").get("/api/v1/session").status_code


def an_api_token(session: Session, settings: Settings, days: int) -> ApiToken:
    """An API token of alice."""
    owner = session.get_one(User, a_user(session, "alice").id)
    return api_tokens.create(session, settings, "alice", owner, name="job", days=days, audiences=[])[0]


def test_a_spare_is_published_and_does_not_sign(center: Center) -> None:
    assert count_states(center) == {"active": 1, "published": 1}
    assert len(published(center)) == 2
    center.make(a_user, "alice")
    assert jwt.get_unverified_header(a_token(center))["kid"] == signing(center)


def test_a_key_signs_only_after_it_was_published_for_long(center: Center) -> None:
    with pytest.raises(Conflict) as refused:
        center.make(key_life.rotate, center.settings, "test", now_ms())
    assert refused.value.stable_code == "key_too_young"
    before, known = signing(center), published(center)
    center.make(key_life.rotate, center.settings, "test", now_ms() + HOUR)
    assert signing(center) in known - {before}
    assert count_states(center) == {"active": 1, "published": 1, "retired": 1}
    assert known < published(center)


def test_the_worker_rotates_when_due_and_never_before(center: Center) -> None:
    first, now = signing(center), now_ms()
    key_life.run(center.database, center.settings, now + 90 * DAY - HOUR)
    assert signing(center) == first
    key_life.run(center.database, center.settings, now + 90 * DAY + HOUR)
    assert signing(center) != first


def test_a_retired_key_verifies_until_its_last_token_has_expired(center: Center) -> None:
    token = center.make(an_api_token, center.settings, days=30)
    good, first, now = a_token(center), signing(center), now_ms()
    assert token.kid == first
    center.make(key_life.rotate, center.settings, "test", now + HOUR)
    assert status_with(center, good) == 200
    key_life.run(center.database, center.settings, token.valid_until)
    assert first in published(center)
    key_life.run(center.database, center.settings, token.valid_until + 121_000)
    assert first not in published(center)
    assert status_with(center, good) == 401


def test_a_retired_key_has_no_private_part(center: Center) -> None:
    first = center.read(keys.active)
    center.make(key_life.rotate, center.settings, "test", now_ms() + HOUR)
    old = center.read(lambda session: session.get_one(SigningKey, first.kid))
    assert old.private_encrypted == ""
    with pytest.raises(InvalidTag):
        keys.private_key(old, center.settings)


def test_a_revoked_key_is_refused_and_the_spare_signs_at_once(center: Center) -> None:
    token = center.make(an_api_token, center.settings, days=30)
    bad, first, known = a_token(center), signing(center), published(center)
    center.make(key_life.revoke, center.settings, "test", first, "leaked", now_ms())
    assert status_with(center, bad) == 401
    assert signing(center) in known - {first}
    assert first not in published(center)
    assert status_with(center, a_token(center)) == 200
    assert center.read(lambda session: session.get_one(ApiToken, token.id)).revoke_time is not None
    # Again changes nothing; another key may follow at once.
    center.make(key_life.revoke, center.settings, "test", first, "leaked", now_ms())
    center.make(key_life.revoke, center.settings, "test", signing(center), "leaked too", now_ms())
    assert count_states(center) == {"active": 1, "published": 1, "revoked": 2}
    with pytest.raises(NotFound):
        center.make(key_life.revoke, center.settings, "test", "nobody", "leaked", now_ms())


def test_a_revoked_spare_is_replaced(center: Center) -> None:
    first, (spare,) = signing(center), published(center) - {signing(center)}
    center.make(key_life.revoke, center.settings, "test", spare, "leaked", now_ms())
    assert signing(center) == first
    assert count_states(center) == {"active": 1, "published": 1, "revoked": 1}


def test_rs256_on_request_begins_with_the_next_rotation(center: Center) -> None:
    center.make(a_user, "alice")
    before = a_token(center)
    wanted = center.settings.model_copy(update={"signing_algorithm": "RS256"})
    center.make(key_life.ensure, wanted)
    assert center.read(keys.active).alg == "ES256"
    key_life.run(center.database, wanted, now_ms() + HOUR + 1000)
    key = center.read(keys.active)
    assert (key.alg, json.loads(key.public_jwk)["kty"]) == ("RS256", "RSA")
    assert status_with(center, a_token(center)) == 200
    assert status_with(center, before) == 200


def test_another_encryption_key_while_the_service_runs(center: Center) -> None:
    own = {"key_encryption_key": SecretStr("a key of its own, to encrypt keys, 1234")}
    new = center.settings.model_copy(update=own)
    center.make(key_life.ensure, new)  # sealed with PUC_SECRET_KEY, which goes on
    assert len(center.make(key_life.reseal, new, "test")) == 2
    assert center.make(key_life.reseal, new, "test") == []
    center.make(key_life.ensure, new)
    with pytest.raises(InvalidTag):
        center.make(key_life.ensure, center.settings)
    later = {
        "key_encryption_key": SecretStr("yet another one, to encrypt keys, 5678"),
        "key_encryption_key_previous": own["key_encryption_key"],
    }
    center.make(key_life.ensure, new.model_copy(update=later))


def test_a_row_of_an_earlier_version_is_opened(center: Center) -> None:
    def forget_encryption_key(session: Session) -> None:
        for key in session.scalars(select(SigningKey)):
            key.sealed_with = None

    center.make(forget_encryption_key)
    center.make(key_life.ensure, center.settings)


def test_the_trail_records_each_step_and_no_secret(center: Center) -> None:
    first = center.read(keys.active)
    center.make(key_life.rotate, center.settings, "test", now_ms() + HOUR)
    center.make(key_life.revoke, center.settings, "test", first.kid, "leaked", now_ms())

    def entries_of_keys(session: Session) -> list[TrailEntry]:
        return list(session.scalars(select(TrailEntry).where(TrailEntry.entity == "key").order_by(TrailEntry.id)))

    entries = center.read(entries_of_keys)
    assert [entry.action for entry in entries if entry.entity_key == first.kid] == [
        *("key.create", "key.activate", "key.retire", "key.revoke")
    ]
    assert not any(first.private_encrypted in f"{entry.before}{entry.after}" for entry in entries)
