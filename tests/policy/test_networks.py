"""Networks of users in policy files: compared, set, exported; lifted only where the file says so."""

from __future__ import annotations

import pytest

from tests.center import Center
from tests.factories import an_administrator
from tests.policy.desk import PolicyDesk, sentences_of

LIMITED = "version: 1\nusers:\n  bob: {networks: ['@office', 10.9.0.7, 10.1.0.0/16]}\n  root: {}\n"
WORDS = "10.1.0.0/16, 10.9.0.7/32, @office"


@pytest.fixture
def desk(root: PolicyDesk) -> PolicyDesk:
    made = root.http.post("/api/v1/networks", json={"name": "office", "networks": ["127.0.0.0/8", "10.2.0.0/16"]})
    assert made.status_code == 201
    return root


def test_networks_are_made_changed_exported_and_lifted(desk: PolicyDesk) -> None:
    assert sentences_of(desk.apply(LIMITED)) == [f"create person bob, without credential, only from {WORDS}"]
    text = desk.export()
    assert "networks:\n    - 10.1.0.0/16\n    - 10.9.0.7/32\n    - '@office'\n" in text
    assert desk.plan(text)["changes"] == desk.plan(LIMITED)["changes"] == []
    assert sentences_of(desk.apply(LIMITED.replace(", 10.9.0.7", ""))) == ["change bob: only from 10.1.0.0/16, @office"]
    silent = "version: 1\nusers:\n  bob: {}\n"
    assert desk.plan(silent, prune="users")["changes"] == [], "a file of before the limit keeps it"
    for nothing in ("[]", ""):
        desk.apply(LIMITED)
        assert sentences_of(desk.apply(silent.replace("{}", f"{{networks: {nothing}}}"))) == [
            "change bob: from everywhere"
        ]
    assert "networks" not in desk.export()


def test_wrong_networks_are_reported_with_their_line_before_any_change(desk: PolicyDesk) -> None:
    grant = "grants:\n- {cluster: '*', user: bob, authorities: ['4'], limits: {networks: ['@there', '@where']}}\n"
    answer = desk.send("plan", LIMITED.replace("@office", "@here") + grant)
    assert answer.status_code == 422
    assert [(error["code"], error["line"], error["field"]) for error in answer.json()["errors"]] == [
        ("unknown_network", 3, "users.bob.networks"),
        ("unknown_network", 6, "grants.0.limits"),
        ("unknown_network", 6, "grants.0.limits"),
    ]
    wrong = desk.send("plan", LIMITED.replace("10.9.0.7", "10.9.0.7/8")).json()
    assert wrong["code"] == "invalid_network"
    assert wrong["detail"].count("networks") == 1
    assert wrong["errors"][0]["line"] == 3


def test_nobody_widens_their_own_networks_or_locks_themselves_out(desk: PolicyDesk) -> None:
    own = LIMITED.replace("root: {}", "root: {networks: NETWORKS}")
    assert desk.refused("apply", own.replace("NETWORKS", "[10.0.0.0/8]")) == (422, "would_lock_out")
    assert "10.9.0.7" not in desk.export(), "nothing was done"
    desk.apply(own.replace("NETWORKS", "['@office']"))
    desk.apply(own.replace("NETWORKS", "[127.0.0.1]"))
    for wider in ("['@office']", "[]"):
        answer = desk.send("apply", own.replace("NETWORKS", wider))
        assert (answer.status_code, answer.json()["code"]) == (403, "own_networks_only_narrower")
        assert answer.json()["line"] == 4


def test_another_administrator_may_lift_networks(center: Center, desk: PolicyDesk) -> None:
    desk.apply("version: 1\nusers: {root: {networks: [127.0.0.1]}}\n")
    other = PolicyDesk(center.with_token(center.make(an_administrator, "other")))
    assert sentences_of(other.apply("version: 1\nusers: {root: {networks: []}}\n")) == ["change root: from everywhere"]
