"""Applications of the company that ask for `groups` learn the shared roles of the user, in both places."""

import jwt
import pytest
from sqlalchemy.orm import Session

from app.grants import roles
from app.tokens.application_models import Application
from tests.center import Center
from tests.factories import Person
from tests.tokens.relying_party import RelyingParty, register_application

SCOPE = "openid groups offline_access"


def _groups_claims(desk: RelyingParty, tokens: dict[str, str]) -> list[object]:
    """What the ID token says, and what userinfo."""
    claims = jwt.decode(tokens["id_token"], options={"verify_signature": False})
    header = {"Authorization": f"Bearer {tokens['access_token']}"}
    userinfo = desk.center.client(**header).get("/oauth2/userinfo").json()
    return [answer.get("groups") for answer in (claims, userinfo)]


def _two_roles(session: Session, alice: Person) -> None:
    for name in ("payments", "audit"):
        roles.join(session, "root", roles.create(session, "root", name).id, alice.id)
    roles.create(session, "root", "of others")


def _no_longer_of_the_company(session: Session) -> None:
    session.query(Application).filter_by(name="Desk").one().trusted = 0


def test_the_shared_roles_by_name(center: Center, desk: RelyingParty, alice: Person) -> None:
    assert _groups_claims(desk, desk.signed_in(scope=SCOPE)) == [[], []], "the personal role is none"
    center.make(_two_roles, alice)
    tokens = desk.signed_in(scope=SCOPE)
    assert (tokens["scope"], _groups_claims(desk, tokens)) == (SCOPE, [["audit", "payments"]] * 2)


def test_groups_are_sent_only_when_asked_for(center: Center, desk: RelyingParty, alice: Person) -> None:
    center.make(_two_roles, alice)
    tokens = desk.signed_in(scope="openid profile offline_access")
    assert _groups_claims(desk, tokens) == [None, None]
    assert desk.refresh(tokens["refresh_token"], scope="openid groups").json()["error"] == "invalid_scope"


@pytest.mark.parametrize("later", [False, True])
def test_applications_of_others_get_none(center: Center, alice: Person, later: bool) -> None:
    client_id = center.make(lambda s: register_application(s, center.settings, trusted=later).client_id)
    desk = RelyingParty(center, center.signed_in(alice), client_id)
    tokens = desk.signed_in(scope=SCOPE)
    assert tokens["scope"] == (SCOPE if later else "openid offline_access")
    center.make(_no_longer_of_the_company)
    assert _groups_claims(desk, tokens)[1] is None
    assert _groups_claims(desk, desk.refresh(tokens["refresh_token"]).json()) == [None, None]


def test_discovery_names_the_groups_claim(center: Center) -> None:
    found = center.client().get("/.well-known/openid-configuration").json()
    assert "groups" in found["scopes_supported"]
    assert "groups" in found["claims_supported"]
