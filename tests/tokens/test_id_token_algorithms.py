"""An application chooses the algorithm of its ID tokens; each one in use has a key that is rotated like the others."""

from typing import Any

import jwt
import pytest

from app.platform.clock import now_ms
from app.tokens import applications, key_life, keys
from app.tokens.models import SigningKey
from tests.center import Center
from tests.factories import Person
from tests.tokens.relying_party import URI, RelyingParty, register_application

HOUR, DAY = 3_600_000, 86_400_000
PATH = "/api/v1/applications"
NEW = {"name": "Desk", "redirect_uris": [URI], "trusted": True}


@pytest.fixture
def new_application(center: Center, administrator: Person) -> dict[str, Any]:
    """An application that says nothing of algorithms, as it is registered today."""
    return dict(center.with_token(administrator).post(PATH, json=NEW).json())


def _algorithms_offered(center: Center) -> list[str]:
    found: list[str] = (
        center.client().get("/.well-known/openid-configuration").json()["id_token_signing_alg_values_supported"]
    )
    return found


def _signature_of_new_token(desk: RelyingParty) -> tuple[str, str]:
    """Algorithm and key of a new ID token, which is good, and that the access token is signed otherwise."""
    tokens, settings = desk.signed_in(), desk.center.settings
    header = jwt.get_unverified_header(tokens["id_token"])
    key = jwt.PyJWKClient(f"{settings.issuer}/oauth2/jwks").get_signing_key(header["kid"])
    jwt.decode(tokens["id_token"], key, [header["alg"]], audience=desk.client_id, issuer=settings.issuer)
    assert jwt.get_unverified_header(tokens["access_token"])["alg"] == settings.signing_algorithm
    bearer = desk.center.client(Authorization=f"Bearer {tokens['access_token']}")
    assert bearer.get("/oauth2/userinfo").status_code == 200
    return header["alg"], header["kid"]


def _desk(center: Center, person: Person, client_id: str) -> RelyingParty:
    return RelyingParty(center, center.signed_in(person), client_id)


def test_a_new_application_gets_rs256_as_openid_connect_says(
    center: Center, alice: Person, new_application: dict[str, Any]
) -> None:
    assert (new_application["id_token_algorithm"], new_application["without_pkce"]) == ("RS256", False)
    assert _signature_of_new_token(_desk(center, alice, new_application["client_id"]))[0] == "RS256"


def test_an_earlier_application_keeps_the_key_of_access_tokens(center: Center, alice: Person) -> None:
    client_id = center.make(lambda s: register_application(s, center.settings).client_id)
    assert _signature_of_new_token(_desk(center, alice, client_id)) == ("ES256", center.read(keys.active).kid)
    assert _algorithms_offered(center) == ["ES256"], "nobody else gets one"


def test_discovery_names_the_algorithms_in_use(center: Center, new_application: dict[str, Any]) -> None:
    assert (new_application["id_token_algorithm"], _algorithms_offered(center)) == ("RS256", ["ES256", "RS256"])


def test_a_change_without_an_algorithm_keeps_it(
    center: Center, administrator: Person, alice: Person, new_application: dict[str, Any]
) -> None:
    admin, desk = center.with_token(administrator), _desk(center, alice, new_application["client_id"])
    path, anyhow = f"{PATH}/{new_application['id']}", {"If-Match": "*"}
    assert admin.put(path, json=NEW, headers=anyhow).json()["id_token_algorithm"] == "RS256"
    assert admin.put(path, json={**NEW, "id_token_algorithm": "ES256"}, headers=anyhow).status_code == 200
    assert _signature_of_new_token(desk)[0] == "ES256"
    assert admin.put(path, json={**NEW, "id_token_algorithm": "none"}, headers=anyhow).status_code == 422


def test_its_key_is_rotated_like_the_others(center: Center, alice: Person, new_application: dict[str, Any]) -> None:
    desk, now = _desk(center, alice, new_application["client_id"]), now_ms()
    first = _signature_of_new_token(desk)[1]
    key_life.run(center.database, center.settings, now)
    known = {key["kid"] for key in center.client().get("/oauth2/jwks").json()["keys"]}
    assert center.read(keys.with_status, "published").keys() == {None, "RS256"}
    key_life.run(center.database, center.settings, now + 90 * DAY - HOUR)
    assert _signature_of_new_token(desk)[1] == first
    key_life.run(center.database, center.settings, now + 90 * DAY + HOUR)
    alg, second = _signature_of_new_token(desk)
    assert (alg, second in known - {first}) == ("RS256", True), "it was published long before"
    assert center.read(lambda s: s.get_one(SigningKey, first)).status == "retired"


def test_an_administrator_rotates_it_too_and_a_leaked_one_is_followed(
    center: Center, alice: Person, new_application: dict[str, Any]
) -> None:
    desk, now = _desk(center, alice, new_application["client_id"]), now_ms()
    key_life.run(center.database, center.settings, now)
    kids = [_signature_of_new_token(desk)[1]]
    center.make(key_life.rotate_every, center.settings, "test", now + HOUR)
    kids.append(_signature_of_new_token(desk)[1])
    main = center.read(keys.active).kid
    center.make(key_life.revoke, center.settings, "test", kids[1], "leaked", now + HOUR)
    alg, last = _signature_of_new_token(desk)
    assert (alg, last in kids) == ("RS256", False)
    assert center.read(keys.verifying, kids[1]) is None
    assert center.read(keys.active).kid == main


def test_the_key_of_an_unused_algorithm_is_retired(center: Center, new_application: dict[str, Any]) -> None:
    now = now_ms()
    key_life.run(center.database, center.settings, now)
    center.make(lambda s: applications.remove(s, "test", applications.of_client(s, new_application["client_id"])))  # type: ignore[arg-type]
    key_life.run(center.database, center.settings, now + 1)
    assert (_algorithms_offered(center), {*center.read(keys.with_status, "published")}) == (["ES256"], {None})
    retired = center.read(keys.with_status, "retired")["RS256"]
    assert retired.private_encrypted == ""
    key_life.run(center.database, center.settings, now + 2 * DAY)
    assert center.read(lambda s: s.get_one(SigningKey, retired.kid)).status == "gone"


def test_access_tokens_of_the_same_algorithm_share_the_key(
    center: Center, alice: Person, new_application: dict[str, Any]
) -> None:
    """The setting changes: ID tokens are of the wanted algorithm before, while the next key waits, and after."""
    desk, now = _desk(center, alice, new_application["client_id"]), now_ms()
    other = center.make(lambda s: register_application(s, center.settings, id_token_alg="ES256").client_id)
    settings = center.settings.model_copy(update={"signing_algorithm": "RS256"})
    center.make(key_life.ensure, settings, now)
    for later in (1, HOUR, HOUR + 1, 2 * HOUR):
        key_life.run(center.database, settings, now + later)
        for client_id, alg in ((new_application["client_id"], "RS256"), (other, "ES256")):
            tokens = RelyingParty(center, desk.browser, client_id).signed_in()
            assert jwt.get_unverified_header(tokens["id_token"])["alg"] == alg, later
    main = center.read(keys.active)
    assert (main.alg, {*center.read(keys.with_status, "active")}) == ("RS256", {None, "ES256"})
    assert jwt.get_unverified_header(desk.signed_in()["id_token"])["kid"] == main.kid


def test_a_start_opens_every_key_that_signs(center: Center, new_application: dict[str, Any]) -> None:
    center.make(key_life.ensure, center.settings)
    assert center.read(keys.with_status, "active").keys() == {None, "RS256"}
