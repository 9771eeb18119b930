"""Signing in with the company's provider: accounts, links and roles by group."""

import base64
from typing import Any
from urllib.parse import unquote

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from app.audit.trail.models import TrailEntry
from app.identity.models import User
from app.providers.models import ProviderLink
from tests.factories import a_user, an_administrator
from tests.providers.conftest import SECRET, Company, a_role, members, set_up
from tests.providers.hostile_provider import running


def _actors(session: Session, action: str) -> list[str]:
    return list(session.scalars(select(TrailEntry.actor).where(TrailEntry.action == action).order_by(TrailEntry.id)))


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
    answer = company.sign_in(preferred_username="bob")
    assert (answer.status_code, answer.json()["code"]) == (403, "account_exists")


@pytest.mark.parametrize(
    ("name", "why"),
    [("system", "trail"), ("broker.x", "clusters"), ("a:b", "letters"), ("", "letters"), ("x" * 129, "letters")],
)
def test_a_name_that_no_account_may_have_is_refused_for_that_reason(company: Company, name: str, why: str) -> None:
    answer = company.sign_in(preferred_username=name)
    assert (answer.status_code, answer.json()["code"]) == (403, "name_refused")
    assert why in answer.json()["detail"]


def test_without_the_switch_strangers_get_no_account(company: Company) -> None:
    company.change(creates_users=False)
    answer = company.sign_in()
    assert (answer.status_code, answer.json()["code"]) == (403, "no_account")


def test_an_address_is_a_name_only_when_it_is_verified(company: Company) -> None:
    company.change(name_claim="email")
    for verified in (None, False, "true", 1):
        answer = company.sign_in(email="carol@acme.example", email_verified=verified)
        assert (answer.status_code, answer.json()["code"]) == (403, "name_refused"), verified
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
    orders, audit = company.center.make(a_role, "orders"), company.center.make(a_role, "audit")
    company.map(("g-orders", orders), ("g-audit", audit), ("g-audit-too", audit))
    number = company.sign_in(groups=["g-orders", "unknown"]).json()["session"]["user"]["id"]
    assert (members(company, orders), members(company, audit)) == (["alice"], [])
    assert company.root.put(f"/api/v1/roles/{audit}/members/{number}").status_code == 204
    company.sign_in(groups=["g-audit"])
    assert (members(company, orders), members(company, audit)) == ([], ["alice"])
    company.sign_in(groups=[])
    assert members(company, audit) == ["alice"], "by hand"
    assert f"provider:{company.id}" in company.center.read(_actors, "user.leave")


@pytest.mark.parametrize(
    "claims",
    [{"groups": None}, {"groups": 7}, {"groups": [7]}, {"groups": ["g"], "_claim_names": {"groups": "src1"}}],
    ids=["absent", "no list", "no texts", "overage"],
)
def test_without_groups_no_role_of_the_provider_stays(company: Company, claims: dict[str, Any]) -> None:
    role = company.center.make(a_role, "orders")
    company.map(("g", role))
    company.sign_in(groups=["g"])
    assert members(company, role) == ["alice"]
    assert company.sign_in(**claims).status_code == 200
    assert members(company, role) == []


def test_a_group_that_is_no_longer_mapped_gives_nothing_at_once(company: Company) -> None:
    role = company.center.make(a_role, "orders")
    company.map(("g", role))
    company.sign_in(groups=["g"])
    company.map()
    assert members(company, role) == []


def test_two_providers_may_give_the_same_role(company: Company) -> None:
    role = company.center.make(a_role, "orders")
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
        # The first link took the subject s-1 at the second provider; a stranger there sends no name for an account.
        assert second.sign_in().json()["code"] == "name_refused"
        second.sign_in(sub="s-1")
        company.sign_in(groups=[])
        assert members(company, role) == ["alice"]
        second.sign_in(groups=[])
        assert members(company, role) == []


def _link(company: Company) -> str:
    return f"/api/v1/session/links/{company.id}"


def test_a_signed_in_user_links_and_unlinks(company: Company) -> None:
    company.change(creates_users=False)
    browser = company.center.signed_in(company.center.make(a_user, "bob"))
    answer = browser.post("/api/v1/session/provider-answer", json=company.go(browser, _link(company)))
    assert (answer.status_code, answer.json()["purpose"]) == (200, "link")
    assert company.sign_in().json()["session"]["user"]["username"] == "bob"
    assert [link["subject"] for link in browser.get("/api/v1/session/links").json()["items"]] == ["s-1"]
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


def test_the_operator_can_limit_passwords_to_administrators(company: Company) -> None:
    company.center.settings.local_sign_in = "administrators"
    company.center.signed_in(company.center.make(an_administrator, "rescue"))
    assert company.center.client().get("/api/v1/session/providers").json() == {
        "local_sign_in": "administrators",
        "providers": [{"id": company.id, "name": "Acme"}],
        "mail_is_on": False,
        "registration_open": False,
    }
    with pytest.raises(AssertionError, match="local_sign_in_off"):
        company.center.signed_in(company.center.make(a_user, "bob"))
