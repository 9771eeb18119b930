"""Signing in with the company's provider: what an honest one does, links, accounts and roles by group."""

import base64
import json
from typing import Any
from urllib.parse import unquote

import httpx
import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from app.clock import now_ms
from app.grants import roles
from app.identity.models import User
from app.providers import trials
from app.providers.models import IdentityProvider, ProviderLink
from app.trail.models import TrailEntry
from tests.center import Center
from tests.factories import a_user, an_administrator
from tests.providers.conftest import ANY, SECRET, Company, set_up
from tests.providers.hostile_provider import running


def _actors(session: Session, action: str) -> list[str]:
    return list(session.scalars(select(TrailEntry.actor).where(TrailEntry.action == action).order_by(TrailEntry.id)))


def _members(company: Company, role_id: int) -> list[str]:
    found = company.root.get(f"/api/v1/roles/{role_id}/members").json()["items"]
    return [one["username"] for one in found]


def _a_role(session: Session, name: str) -> int:
    return roles.create(session, "system", name).id


def test_somebody_new_gets_an_account_and_the_same_one_again(company: Company) -> None:
    first, again = company.sign_in(), company.sign_in(preferred_username="renamed")
    assert first.status_code == 200, first.text
    assert first.json()["session"]["user"]["username"] == "alice"
    assert first.json()["session"]["methods"] == ["fed"]
    assert again.json()["session"]["user"] == first.json()["session"]["user"]
    assert company.center.read(_actors, "provider_link.create") == [f"provider:{company.id}"]
    name, _, secret = base64.b64decode((company.provider.basic[0] or "").removeprefix("Basic ")).decode().partition(":")
    assert (name, unquote(secret)) == ("pulsar", SECRET)


def test_the_new_session_works_and_the_old_one_of_the_browser_ends(company: Company) -> None:
    browser = company.center.signed_in(company.center.make(a_user, "bob"))
    old = browser.cookies.get("puc_session")
    assert company.sign_in(browser).status_code == 200
    assert browser.get("/api/v1/session").json()["user"]["username"] == "alice"
    assert company.center.client(Cookie=f"puc_session={old}").get("/api/v1/session").status_code == 401


def test_a_name_that_somebody_has_is_not_given_away(company: Company) -> None:
    company.center.make(a_user, "bob")
    for name in ("bob", "system", "broker.x", "a:b", ""):
        answer = company.sign_in(preferred_username=name)
        assert (answer.status_code, answer.json()["code"]) == (403, "account_exists"), name


def test_without_the_switch_strangers_get_no_account(company: Company) -> None:
    company.change(creates_users=False)
    answer = company.sign_in()
    assert (answer.status_code, answer.json()["code"]) == (403, "no_account")


def test_an_address_is_a_name_only_when_it_is_verified(company: Company) -> None:
    company.change(name_claim="email")
    for verified in (None, False, "true", 1):
        answer = company.sign_in(email="carol@acme.example", email_verified=verified)
        assert (answer.status_code, answer.json()["code"]) == (403, "no_account"), verified
    assert company.sign_in(email_verified=True).json()["session"]["user"]["username"] == "carol@acme.example"


def test_only_verified_addresses_of_the_domains(company: Company) -> None:
    company.change(email_domains=["acme.example"])
    wrong: list[dict[str, Any]] = [
        {"email": "a@acme.example"},
        {"email": "a@acme.example", "email_verified": "true"},
        {"email": "a@evil.example", "email_verified": True},
        {"email": "a@acme.example.evil.example", "email_verified": True},
        {"email": "a@x.acme.example", "email_verified": True},
    ]
    for claims in wrong:
        company.provider.person = {"sub": "s-1", "preferred_username": "alice"}
        assert company.sign_in(**claims).json()["code"] == "provider_refuses_domain", claims
    assert company.sign_in(email="a@evil@ACME.example", email_verified=True).status_code == 200


def test_disabled_users_stay_out(company: Company) -> None:
    number = company.sign_in().json()["session"]["user"]["id"]
    company.center.make(
        lambda session: session.execute(update(User).where(User.id == number).values(status="disabled"))
    )
    answer = company.sign_in()
    assert (answer.status_code, answer.json()["code"]) == (401, "provider_sign_in_failed")


def test_roles_follow_the_groups_and_those_given_by_hand_stay(company: Company) -> None:
    orders, audit = company.center.make(_a_role, "orders"), company.center.make(_a_role, "audit")
    company.map(("g-orders", orders), ("g-audit", audit), ("g-audit-too", audit))
    number = company.sign_in(groups=["g-orders", "unknown"]).json()["session"]["user"]["id"]
    assert (_members(company, orders), _members(company, audit)) == (["alice"], [])
    assert company.root.put(f"/api/v1/roles/{audit}/members/{number}").status_code == 204
    company.sign_in(groups=["g-audit"])
    assert (_members(company, orders), _members(company, audit)) == ([], ["alice"])
    company.sign_in(groups=[])
    assert _members(company, audit) == ["alice"], "by hand"
    assert f"provider:{company.id}" in company.center.read(_actors, "user.leave")


@pytest.mark.parametrize(
    "claims",
    [{"groups": None}, {"groups": 7}, {"groups": [7]}, {"groups": ["g"], "_claim_names": {"groups": "src1"}}],
    ids=["absent", "no list", "no texts", "overage"],
)
def test_without_groups_nothing_that_the_provider_gave_stays(company: Company, claims: dict[str, Any]) -> None:
    role = company.center.make(_a_role, "orders")
    company.map(("g", role))
    company.sign_in(groups=["g"])
    assert _members(company, role) == ["alice"]
    assert company.sign_in(**claims).status_code == 200
    assert _members(company, role) == []


def test_a_group_that_is_no_longer_mapped_gives_nothing_at_once(company: Company) -> None:
    role = company.center.make(_a_role, "orders")
    company.map(("g", role))
    company.sign_in(groups=["g"])
    company.map()
    assert _members(company, role) == []


def test_two_providers_may_give_the_same_role(company: Company) -> None:
    role = company.center.make(_a_role, "orders")
    with running("/two") as other:
        second = Company(company.center, other, set_up(company.center, company.root, other), company.root)
        company.map(("g", role))
        second.map(("g", role))
        browser = company.center.client()
        company.sign_in(browser, groups=["g"])
        company.root.get("/api/v1/session")
        answer = browser.post("/api/v1/session/provider-answer", json=second.go(browser, _link(second)))
        assert answer.json()["purpose"] == "link", answer.text
        second.provider.person = {"sub": "other", "groups": ["g"]}
        # The first link took the subject s-1 at the second provider; a stranger there has no account.
        assert second.sign_in().json()["code"] in ("no_account", "account_exists")
        second.sign_in(sub="s-1")
        company.sign_in(groups=[])
        assert _members(company, role) == ["alice"]
        second.sign_in(groups=[])
        assert _members(company, role) == []


def _link(company: Company) -> str:
    return f"/api/v1/session/links/{company.id}"


def test_a_signed_in_user_links_and_unlinks(company: Company) -> None:
    company.change(creates_users=False)
    browser = company.center.signed_in(company.center.make(a_user, "bob"))
    answer = browser.post("/api/v1/session/provider-answer", json=company.go(browser, _link(company)))
    assert (answer.status_code, answer.json()["purpose"]) == (200, "link")
    assert company.sign_in().json()["session"]["user"]["username"] == "bob"
    assert [one["subject"] for one in browser.get("/api/v1/session/links").json()["items"]] == ["s-1"]
    other = company.center.signed_in(company.center.make(a_user, "carol"))
    taken = other.post("/api/v1/session/provider-answer", json=company.go(other, _link(company)))
    assert (taken.status_code, taken.json()["code"]) == (409, "already_linked")
    assert browser.delete(_link(company)).status_code == 204
    assert company.sign_in().json()["code"] == "no_account"


def test_an_account_without_a_password_keeps_its_last_link(company: Company) -> None:
    browser = company.center.client()
    company.sign_in(browser)
    answer = browser.delete(_link(company))
    assert (answer.status_code, answer.json()["code"]) == (409, "only_way_in")


def test_another_user_cannot_finish_a_link(company: Company) -> None:
    bob = company.center.signed_in(company.center.make(a_user, "bob"))
    brought = company.go(bob, _link(company))
    eve = company.center.signed_in(company.center.make(a_user, "eve"))
    eve.cookies.set("puc_provider", bob.cookies["puc_provider"])
    answer = eve.post("/api/v1/session/provider-answer", json=brought)
    assert (answer.status_code, answer.json()["code"]) == (401, "provider_sign_in_over")
    assert company.center.read(lambda session: session.scalars(select(ProviderLink)).all()) == []


def test_a_trial_shows_claims_and_signs_nobody_in(company: Company) -> None:
    path = f"/api/v1/identity-providers/{company.id}"
    assert [one["ok"] for one in company.root.post(f"{path}/test").json()["items"]] == [True] * 4
    company.change(enabled=False)
    answer = company.root.post("/api/v1/session/provider-answer", json=company.go(company.root, f"{path}/trial"))
    assert answer.json()["trial"]["claims"]["preferred_username"] == "alice"
    assert answer.json()["session"] is None
    assert company.root.get("/api/v1/session").json()["is_administrator"]
    assert company.center.read(lambda session: session.scalars(select(ProviderLink)).all()) == []


def test_passwords_are_for_administrators_when_the_operator_says_so(company: Company) -> None:
    company.center.settings.local_sign_in = "administrators"
    company.center.signed_in(company.center.make(an_administrator, "rescue"))
    assert company.center.client().get("/api/v1/session/providers").json() == {
        "local_sign_in": "administrators",
        "providers": [{"id": company.id, "name": "Acme"}],
    }
    with pytest.raises(AssertionError, match="local_sign_in_off"):
        company.center.signed_in(company.center.make(a_user, "bob"))


def test_the_secret_is_shown_nowhere_and_opens_for_no_other_client(company: Company) -> None:
    path = f"/api/v1/identity-providers/{company.id}"
    assert SECRET not in company.root.get(path).text
    rows = company.center.read(lambda session: list(session.scalars(select(IdentityProvider.client_secret_sealed))))
    assert SECRET not in str(rows)
    told = company.center.read(lambda session: list(session.scalars(select(TrailEntry.after))))
    assert SECRET not in str(told)
    assert str(rows[0]) not in str(told)
    answer = company.root.patch(path, json={"client_id": "other"}, headers=ANY)
    assert (answer.status_code, answer.json()["code"]) == (422, "secret_needed")


def test_a_deleted_provider_takes_what_it_gave(company: Company) -> None:
    role = company.center.make(_a_role, "orders")
    company.map(("g", role))
    company.sign_in(groups=["g"])
    assert company.root.delete(f"/api/v1/identity-providers/{company.id}", headers=ANY).status_code == 204
    assert _members(company, role) == []
    assert company.center.client().post(f"/api/v1/session/providers/{company.id}").status_code == 404


@pytest.mark.parametrize(
    "issuer", ["https://evil.example", "http://169.254.169.254", "https://127.0.0.1@evil.example", "file:///etc/passwd"]
)
def test_no_other_host_is_called(company: Company, issuer: str) -> None:
    body = {"name": "Evil", "issuer": issuer, "client_id": "x"}
    answer: httpx.Response = company.root.post("/api/v1/identity-providers", json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "address_not_allowed")


def test_users_and_roles_with_links_can_be_deleted(company: Company, center: Center) -> None:
    role = center.make(_a_role, "orders")
    company.map(("g", role))
    number = company.sign_in(groups=["g"]).json()["session"]["user"]["id"]
    for path in (f"/api/v1/users/{number}", f"/api/v1/roles/{role}"):
        version = company.root.get(path).headers["ETag"]
        answer = company.root.delete(path, params={"cascade": "true"}, headers={"If-Match": version})
        assert answer.status_code == 204, answer.text


def test_a_trial_tells_what_a_sign_in_would_do(company: Company) -> None:
    role = company.center.make(_a_role, "orders")
    company.map(("g", role))
    company.center.make(a_user, "bob")
    path = f"/api/v1/identity-providers/{company.id}/trial"

    def tried(**claims: Any) -> tuple[Any, ...]:
        company.provider.person = {"sub": "s-1", **claims}
        found = company.root.post("/api/v1/session/provider-answer", json=company.go(company.root, path)).json()
        trial = found["trial"]
        roles = [one["name"] for one in trial["roles"]]
        return trial["account"], trial["username"], trial["refusal"], trial["groups"], roles

    assert tried(preferred_username="alice", groups=["g", "other"]) == (
        "new",
        "alice",
        None,
        ["g", "other"],
        ["orders"],
    )
    for name in ("bob", "system", "broker.x", "a:b"):
        assert tried(preferred_username=name) == (None, None, "account_exists", None, [])
    assert tried(preferred_username=7)[2] == "no_account"
    company.sign_in(preferred_username="alice")
    assert tried(preferred_username="else")[:2] == ("linked", "alice")
    company.change(email_domains=["acme.example"])
    assert tried()[2] == "provider_refuses_domain"
    assert _members(company, role) == []


def test_a_clock_that_is_wrong_is_told(company: Company) -> None:
    providers = company.center.app.state.providers
    found = trials.steps(providers, company.provider.issuer, now_ms() + 3_600_000)
    assert [(one.step, one.reason) for one in found if not one.ok] == [("clock", "clocks_differ")]


def test_nobody_changes_what_somebody_else_has_changed_meanwhile(company: Company) -> None:
    path = f"/api/v1/identity-providers/{company.id}"
    seen = {"If-Match": company.root.get(path).headers["ETag"]}
    company.change(name="Acme Inc.")
    for answer in (
        company.root.patch(path, json={"name": "Other"}, headers=seen),
        company.root.put(f"{path}/groups", json={"items": []}, headers=seen),
        company.root.delete(path, headers=seen),
    ):
        assert answer.status_code == 412
    assert company.root.patch(path, json={"name": "Other"}).status_code == 428


def test_a_secret_that_could_not_be_sent_is_refused(company: Company) -> None:
    for secret in ("\ud800", "\x00", "gehé"):
        body = json.dumps({"client_secret": secret})
        answer = company.root.patch(
            f"/api/v1/identity-providers/{company.id}",
            content=body,
            headers={**ANY, "Content-Type": "application/json"},
        )
        assert answer.status_code == 422, body
        assert "geh" not in answer.text
