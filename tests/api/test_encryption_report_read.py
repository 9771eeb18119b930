"""Who reads what the audit says of encryption keys, and in which pages."""

from __future__ import annotations

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.grants import places
from app.platform.clock import now_ms
from app.resources.models import Cluster, Tenant
from tests.api.encryption import ADMINISTER, READ, WRITE, let, make
from tests.api.given import Business, refusal
from tests.api.key_reports import PRODUCED, REPORT, answer, at, judge
from tests.api.statements import statements
from tests.factories import (
    CLUSTER,
    NAMESPACE,
    TENANT,
    TOPIC,
    a_cluster,
    a_grant,
    a_namespace,
    a_tenant,
    a_topic,
    an_administrator,
)
from tests.findings.published import data_use


def test_it_has_pages_and_is_searched(business: Business) -> None:
    for name in ("a", "b", "c"):
        make(business, name)
    page = answer(business, limit=2)
    assert ([item["name"] for item in page["items"]], page["total"]) == (["a", "b"], 3)
    rest = answer(business, limit=2, cursor=page["next_cursor"])
    assert ([item["name"] for item in rest["items"]], rest["next_cursor"]) == (["c"], None)
    assert [item["name"] for item in answer(business, q="B")["items"]] == ["b"]


def test_statements_do_not_grow_with_keys(business: Business) -> None:
    make(business, "all", "namespace")
    for number in range(3):
        topic = business.center.make(a_topic, business.namespace, f"topic-{number}")
        business.center.make(a_grant, business.owner, [ADMINISTER], TOPIC, topic.id)
        owner = business.center.with_token(business.owner)
        body = {"name": f"key-{number}", "algorithm": "EC-P256"}
        assert owner.post(f"/api/v1/topics/{topic.id}/encryption-keys", json=body).status_code == 201
    judge(business, data_use("partner", PRODUCED, at(business, "acme/orders/topic-1"), now_ms()))
    counted = []
    for limit in (2, 4):
        answer(business, limit=limit)
        with statements(business.center) as sent:
            assert len(answer(business, limit=limit)["items"]) == limit
        counted.append(len(sent))
    assert counted[0] == counted[1]


SCOPES = {TENANT: "tenant", NAMESPACE: "namespace", TOPIC: "topic"}


@pytest.mark.parametrize("kind", SCOPES)
@pytest.mark.parametrize("last", [4, 7])
def test_who_administers_or_audits_a_place_sees_it_and_below(business: Business, kind: int, last: int) -> None:
    make(business, "all", "namespace")
    make(business, "orders")
    other = business.center.make(a_namespace, business.tenant, "other")
    owner = business.center.with_token(business.owner)
    body = {"name": "apart", "algorithm": "EC-P256"}
    assert owner.post(f"/api/v1/namespaces/{other.id}/encryption-keys", json=body).status_code == 201
    numbers = {TENANT: business.tenant.id, NAMESPACE: business.namespace.id, TOPIC: business.topic.id}
    business.center.make(a_grant, business.third, [100 * (kind - 1) + last], kind, numbers[kind])
    client = business.center.with_token(business.third)
    shown = {"tenant": ["all", "orders", "apart"], "namespace": ["all", "orders"], "topic": ["orders"]}
    for other_kind, word in SCOPES.items():
        found = client.get(REPORT, params={"resource_type": word, "res_id": numbers[other_kind]})
        if other_kind >= kind:
            assert [item["name"] for item in found.json()["items"]] == shown[word]
        else:
            assert found.status_code == 403, found.text
    hidden = client.get(REPORT, params={"resource_type": "namespace", "res_id": other.id})
    assert hidden.status_code == (200 if kind == TENANT else 404)


def test_who_audits_one_cluster_of_a_tenant_does_not_read_its_use_on_another(business: Business) -> None:
    """By the tenant itself it is refused, too."""
    make(business)
    first = business.center.read(lambda session: session.get_one(Tenant, business.tenant.id).clusters)
    business.center.make(a_grant, business.third, [7], CLUSTER, int(first))
    auditor, scope = business.center.with_token(business.third), {"resource_type": "cluster", "res_id": first}
    assert len(auditor.get(REPORT, params=scope).json()["items"]) == 1
    other = business.center.make(a_cluster)

    def stretch(session: Session) -> None:
        session.get_one(Tenant, business.tenant.id).clusters = f"{first},{other.id}"

    business.center.make(stretch)
    assert auditor.get(REPORT, params=scope).json()["items"] == []
    by_tenant = {"resource_type": "tenant", "res_id": str(business.tenant.id)}
    assert auditor.get(REPORT, params=by_tenant).status_code == 403
    root = business.center.with_token(business.center.make(an_administrator))
    assert len(root.get(REPORT, params=scope).json()["items"]) == 1


def test_who_sees_nothing_of_it(business: Business) -> None:
    make(business)
    before, stranger = business.rows(), business.center.with_token(business.third)
    place = {"res_type": TOPIC, "res_id": business.topic.id}
    owner = business.center.with_token(business.owner)
    assert refusal(business, stranger.get(REPORT, params=place), before) == (404, "not_found")
    assert refusal(business, business.center.client().get(REPORT), before) == (401, "not_signed_in")
    assert refusal(business, owner.get(REPORT), before) == (403, "not_allowed")
    assert refusal(business, owner.get(REPORT, params={"res_type": TOPIC}), before) == (403, "not_allowed")
    for bad in ({"cursor": "x"}, {"limit": 0}, {"sort": "name"}, {"res_type": 9}, {"days": 3}):
        assert refusal(business, owner.get(REPORT, params={**place, **bad}), before)[0] == 422, bad
    reader = let(business, business.partner, READ, WRITE)
    assert reader.get(REPORT, params=place).status_code == 403


def test_administrators_of_the_center_see_all(business: Business) -> None:
    make(business)
    root = business.center.with_token(business.center.make(an_administrator, "root"))
    (number,) = business.center.read(places.cluster_names)
    (cluster,) = business.center.read(lambda session: list(session.scalars(select(Cluster))))
    beside = business.center.make(a_namespace, business.center.make(a_tenant, "beside", cluster))
    apart = business.center.make(a_namespace)
    for name, namespace in {"beside": beside, "apart": apart}.items():
        body = {"name": name, "algorithm": "EC-P256"}
        assert root.post(f"/api/v1/namespaces/{namespace.id}/encryption-keys", json=body).status_code == 201

    def shown(**place: int) -> list[str]:
        return [item["name"] for item in root.get(REPORT, params=place).json()["items"]]

    assert shown() == shown(res_type=0, res_id=0) == ["orders", "beside", "apart"]
    assert shown(res_type=CLUSTER, res_id=number) == ["orders", "beside"]
    assert root.get(REPORT, params={"res_type": CLUSTER, "res_id": 10**6}).status_code == 404
    assert root.get(REPORT, params={"res_id": number}).status_code == 422
