"""How far a broker is trusted: a cluster's credential alone grants in nobody's name."""

from typing import Any

import httpx
import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.token_scope import ScopePart, TokenScope
from app.grants.models import Grant
from app.identity import users
from app.platform.clock import now_ms
from app.resources.models import Cluster, Tenant
from app.tokens import issuing, sign_in_receipts
from tests.brokers.plugin import BASE, a_plugin, token_of
from tests.center import Center
from tests.factories import (
    CLUSTER,
    PASSWORD,
    ROOT,
    TENANT,
    Person,
    a_cluster,
    a_grant,
    a_tenant,
    a_user,
    an_administrator,
    password_of,
)

ADDRESSES = {"address": "pulsar://127.0.0.1:6650", "admin_url": "http://127.0.0.1:8080"}
REFUSED = (403, "actor_not_proven")


class TwoClusters:
    """Two clusters; `acme` lives on the first, `both` on both. `owner` administers both tenants, `root` the center."""

    def __init__(self, center: Center) -> None:
        self.center = center
        self.one, self.two = center.make(a_cluster, "one"), center.make(a_cluster, "two")
        self.plugin = a_plugin(center, self.one)
        self.owner, self.root = center.make(a_user, "owner"), center.make(a_user, "root")
        center.make(a_user, "alice")
        for name, where in (("acme", (self.one,)), ("both", (self.one, self.two))):
            tenant: Tenant = center.make(a_tenant, name, *where)
            center.make(a_grant, self.owner, [102, 104], TENANT, tenant.id)
        center.make(a_grant, self.root, [4], ROOT, 0)

    def grant(self, actor: str, proof: str | None, tenant: str = "acme") -> tuple[int, str]:
        """`actor` gives write on the tenant to alice, through a broker of the first cluster."""
        where: dict[str, Any] = {"resource_type": "tenant", "resource": tenant, "user": "alice"}
        return code(self.plugin.permissions("grant", actor=actor, proof=proof, actions=["produce"], **where))

    def name_administrator(self, actor: str, proof: str | None, tenant: str = "acme") -> tuple[int, str]:
        """`actor` makes alice administrator of the tenant."""
        body = {"tenant": tenant, "users": ["alice"], "actor": actor, "proof": proof}
        return code(self.plugin.client.post(f"{BASE}/tenant-administrators", json=body))

    def count_grants(self) -> int:
        """How many grants alice has."""

        def count(session: Session) -> int:
            return len(session.scalars(select(Grant).where(Grant.granted_by.in_(("owner", "root")))).all())

        return self.center.read(count)


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json().get("code", "") if answer.content else ""


@pytest.fixture
def admin(center: Center) -> httpx.Client:
    return center.signed_in(center.make(an_administrator))


@pytest.fixture
def two(center: Center) -> TwoClusters:
    return TwoClusters(center)


def test_a_credential_alone_names_nobody(two: TwoClusters) -> None:
    settings = two.center.settings
    api = two.center.make(issuing.issue, settings, "owner", audiences=(settings.issuer,), seconds=60).reveal()
    over = two.center.make(issuing.issue, settings, "owner", audiences=(settings.audience,), seconds=-10).reveal()
    for proof in (None, "x", "a.b.c", api, over, token_of(two.center, "alice")):
        assert two.grant("owner", proof) == REFUSED, proof
        assert two.name_administrator("owner", proof) == REFUSED, proof
    assert two.count_grants() == 0
    assert two.grant("owner", token_of(two.center, "owner")) == (200, "")
    assert two.name_administrator("owner", token_of(two.center, "owner")) == (200, "")


def test_a_refusal_names_the_remedy(two: TwoClusters) -> None:
    """Somebody signed in by another provider would wait in vain."""
    where = {"resource_type": "tenant", "resource": "acme", "user": "alice", "actions": ["produce"]}
    sentence = two.plugin.permissions("grant", actor="owner", proof=None, **where).json()["detail"]
    assert "signed in there with a token, password or secret of the user center" in sentence
    assert sentence.endswith("Grant it at the user center.")
    assert "again" not in sentence


@pytest.mark.parametrize(
    "less",
    [{"networks": ["10.0.0.0/8"]}, {"narrowed_to": TokenScope((ScopePart(TENANT, "acme", (102, 104)),))}],
    ids=list,
)
def test_a_token_that_is_less_than_its_user_gives_nothing(two: TwoClusters, less: dict[str, Any]) -> None:
    settings = two.center.settings
    values = {"audiences": (settings.audience,), "seconds": 60, **less}
    limited = two.center.make(issuing.issue, settings, "owner", **values).reveal()
    assert two.grant("owner", limited) == (403, "limited_token")
    assert two.name_administrator("owner", limited) == (403, "limited_token")
    assert two.count_grants() == 0


def test_a_receipt_proves_a_password_on_its_cluster_for_minutes(two: TwoClusters) -> None:
    center = two.center
    center.make(password_of, center.settings, "owner")
    shown = {"username": "owner", "password": PASSWORD}
    receipt = two.plugin.client.post(f"{BASE}/authenticate", json=shown).json()["receipt"]
    elsewhere = a_plugin(center, two.two).client.post(f"{BASE}/authenticate", json=shown).json()["receipt"]
    known = sign_in_receipts.read(center.settings.secrets(), receipt)
    assert known is not None
    old = sign_in_receipts.issue(
        center.settings.secret_key, known, now_ms() - (sign_in_receipts.LIFETIME_SECONDS + 1) * 1000
    )
    for wrong in (elsewhere, old, receipt[:-2], receipt + "x"):
        assert two.grant("owner", wrong) == REFUSED
    assert two.grant("alice", receipt) == REFUSED
    assert two.grant("owner", receipt) == (200, "")
    assert center.client(Authorization=f"Bearer {receipt}").get("/api/v1/session").status_code == 401
    root = center.signed_in(two.root)
    assert root.post(f"/api/v1/users/{two.owner.id}/initial-secret").status_code == 200
    assert two.grant("owner", receipt) == REFUSED, "the password was taken away"


def test_a_brokers_request_reaches_no_other_cluster(two: TwoClusters) -> None:
    proof = token_of(two.center, "owner")
    assert two.grant("owner", proof, "both") == (409, "lives_elsewhere_too")
    assert two.name_administrator("owner", proof, "both") == (409, "lives_elsewhere_too")
    assert two.count_grants() == 0


def test_authority_from_the_root_does_not_count_through_a_broker(two: TwoClusters) -> None:
    proof = token_of(two.center, "root")
    assert two.grant("root", proof)[0] in (403, 404)
    assert two.name_administrator("root", proof)[0] in (403, 404)
    assert two.count_grants() == 0
    two.center.make(a_grant, two.root, [4], CLUSTER, two.one.id)
    assert two.grant("root", proof) == (200, "")


def test_credentials_that_outlive_their_makers_right_are_reported(center: Center, admin: httpx.Client) -> None:
    made = admin.post("/api/v1/clusters", json={"name": "three", **ADDRESSES}).json()
    path, maker = f"/api/v1/clusters/{made['id']}", center.make(a_user, "maker")
    grant = center.make(a_grant, maker, [4], CLUSTER, made["id"])
    client = center.signed_in(maker)
    assert client.post(f"{path}/credentials").json()["issuer_administers"] is True
    assert client.post(f"{path}/broker-token").status_code == 201

    def issuers() -> list[tuple[str, bool]]:
        listed = admin.get(f"{path}/credentials").json()
        return [(row["issued_by"], row["issuer_administers"]) for row in [*listed["items"], *listed["broker_tokens"]]]

    assert issuers() == [("maker", True)] * 2
    assert admin.get("/api/v1/overview").json()["outlived_credentials"] == 0
    assert admin.delete(f"/api/v1/grants/{grant.id}", headers={"If-Match": "*"}).status_code == 204
    assert issuers() == [("maker", False)] * 2
    found = admin.get("/api/v1/overview").json()
    assert found["outlived_credentials"] == 2
    assert [broker["outlived_credentials"] for broker in found["brokers"]] == [2]


def test_a_sub_account_makes_no_credential_of_a_cluster(center: Center) -> None:
    cluster: Cluster = center.make(a_cluster, "one")
    main = center.make(a_user, "main")
    sub: Person = center.make(a_user, "sub", parent=main)
    for person in (main, sub):
        center.make(a_grant, person, [4], CLUSTER, cluster.id)
    center.make(a_user, "broker.one", kind="service") if center.read(users.by_name, "broker.one") is None else None
    path = f"/api/v1/clusters/{cluster.id}"
    for route in ("credentials", "broker-token"):
        assert code(center.signed_in(sub).post(f"{path}/{route}")) == (403, "sub_account_cannot_grant")
        assert center.signed_in(main).post(f"{path}/{route}").status_code == 201
