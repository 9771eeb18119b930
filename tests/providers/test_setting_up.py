"""A provider is set up, tried, changed and deleted by administrators; its secret stays hidden."""

import json
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from app.audit.trail.models import TrailEntry
from app.platform.clock import now_ms
from app.providers import trials
from app.providers.models import IdentityProvider, ProviderLink
from tests.center import Center
from tests.factories import a_user
from tests.providers.conftest import ANY, SECRET, Company, a_role, members


def test_a_trial_shows_claims_and_signs_nobody_in(company: Company) -> None:
    path = f"/api/v1/identity-providers/{company.id}"
    assert [step["ok"] for step in company.root.post(f"{path}/test").json()["items"]] == [True] * 4
    company.change(enabled=False)
    answer = company.root.post("/api/v1/session/provider-answer", json=company.go(company.root, f"{path}/trial"))
    assert answer.json()["trial"]["claims"]["preferred_username"] == "alice"
    assert answer.json()["session"] is None
    assert company.root.get("/api/v1/session").json()["is_administrator"]
    assert company.center.read(lambda session: session.scalars(select(ProviderLink)).all()) == []


def test_the_secret_is_shown_nowhere_and_opens_for_no_other_client(company: Company) -> None:
    path = f"/api/v1/identity-providers/{company.id}"
    assert SECRET not in company.root.get(path).text
    rows = company.center.read(lambda session: list(session.scalars(select(IdentityProvider.client_secret_sealed))))
    assert SECRET not in str(rows)
    recorded = company.center.read(lambda session: list(session.scalars(select(TrailEntry.after))))
    assert SECRET not in str(recorded)
    assert str(rows[0]) not in str(recorded)
    answer = company.root.patch(path, json={"client_id": "other"}, headers=ANY)
    assert (answer.status_code, answer.json()["code"]) == (422, "secret_needed")


def test_a_deleted_provider_takes_back_its_roles(company: Company) -> None:
    role = company.center.make(a_role, "orders")
    company.map(("g", role))
    company.sign_in(groups=["g"])
    assert company.root.delete(f"/api/v1/identity-providers/{company.id}", headers=ANY).status_code == 204
    assert members(company, role) == []
    assert company.center.client().post(f"/api/v1/session/providers/{company.id}").status_code == 404


@pytest.mark.parametrize(
    "issuer", ["https://evil.example", "http://169.254.169.254", "https://127.0.0.1@evil.example", "file:///etc/passwd"]
)
def test_no_other_host_is_called(company: Company, issuer: str) -> None:
    body = {"name": "Evil", "issuer": issuer, "client_id": "x"}
    answer: httpx.Response = company.root.post("/api/v1/identity-providers", json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "address_not_allowed")


def test_users_and_roles_with_links_can_be_deleted(company: Company, center: Center) -> None:
    role = center.make(a_role, "orders")
    company.map(("g", role))
    number = company.sign_in(groups=["g"]).json()["session"]["user"]["id"]
    for path in (f"/api/v1/users/{number}", f"/api/v1/roles/{role}"):
        version = company.root.get(path).headers["ETag"]
        answer = company.root.delete(path, params={"cascade": "true"}, headers={"If-Match": version})
        assert answer.status_code == 204, answer.text


def test_a_trial_shows_the_result_of_a_sign_in(company: Company) -> None:
    role = company.center.make(a_role, "orders")
    company.map(("g", role))
    company.center.make(a_user, "bob")
    path = f"/api/v1/identity-providers/{company.id}/trial"

    def finish_trial(**claims: Any) -> tuple[Any, ...]:
        company.provider.person = {"sub": "s-1", **claims}
        found = company.root.post("/api/v1/session/provider-answer", json=company.go(company.root, path)).json()
        trial = found["trial"]
        roles = [role["name"] for role in trial["roles"]]
        return trial["account"], trial["username"], trial["refusal"], trial["groups"], roles

    assert finish_trial(preferred_username="alice", groups=["g", "other"]) == (
        "new",
        "alice",
        None,
        ["g", "other"],
        ["orders"],
    )
    assert finish_trial(preferred_username="bob") == (None, None, "account_exists", None, [])
    for name in ("system", "broker.x", "a:b", 7):
        assert finish_trial(preferred_username=name) == (None, None, "name_refused", None, [])
    company.sign_in(preferred_username="alice")
    assert finish_trial(preferred_username="else")[:2] == ("linked", "alice")
    company.change(email_domains=["acme.example"])
    assert finish_trial()[2] == "provider_refuses_domain"
    assert members(company, role) == []


def test_a_wrong_clock_is_reported(company: Company) -> None:
    providers = company.center.app.state.providers
    found = trials.steps(providers, company.provider.issuer, now_ms() + 3_600_000)
    assert [(step.step, step.reason) for step in found if not step.ok] == [("clock", "clocks_differ")]


def test_a_change_of_an_outdated_version_is_refused(company: Company) -> None:
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
