"""GET /snapshot: only the own cluster, conditional, compressed."""

import gzip
import json

import pytest

from app.audit.trail import trail
from app.brokers import credentials
from app.platform.errors import Conflict
from app.resources.models import Cluster
from app.rights import snapshot_records
from app.tokens.models import RevokedToken
from tests.brokers.plugin import BASE, Plugin, a_plugin
from tests.center import Center
from tests.factories import CLUSTER, TENANT, Person, a_cluster, a_grant, a_tenant, a_user


def test_a_cluster_sees_only_its_own_grants(center: Center, alice: Person) -> None:
    cluster_one, cluster_two = center.make(a_cluster, "one"), center.make(a_cluster, "two")
    here, there = center.make(a_tenant, "here", cluster_one), center.make(a_tenant, "there", cluster_two)
    both = center.make(a_tenant, "both", cluster_one, cluster_two)
    for tenant in (here, there, both):
        center.make(a_grant, alice, [102], TENANT, tenant.id)
    center.make(a_grant, alice, [3], CLUSTER, cluster_two.id)
    answer = a_plugin(center, cluster_one).snapshot()
    assert answer.status_code == 200
    document = answer.json()
    assert (document["format"], document["cluster"]) == (1, "one")
    assert [(grant["type"], grant["name"]) for grant in document["grants"]] == [(2, "here"), (2, "both")]
    assert [user["name"] for user in document["users"]] == ["alice"]
    assert [key["kty"] for key in document["keys"]] == ["EC", "EC"]  # the one that signs, and its spare


def test_the_revision_is_the_etag(center: Center, plugin: Plugin) -> None:
    first = plugin.snapshot()
    document = first.json()
    assert first.headers["etag"] == f'"{document["epoch"]}.{document["revision"]}.{document["mark"]}"'
    again = plugin.snapshot(**{"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    center.make(a_user)
    changed = plugin.snapshot(**{"If-None-Match": first.headers["etag"]})
    assert changed.status_code == 200
    assert changed.json()["revision"] == center.read(trail.current_revision)


def test_compressed_when_accepted_and_only_then(plugin: Plugin) -> None:
    request = plugin.client.build_request("GET", f"{BASE}/snapshot", headers={"Accept-Encoding": "gzip"})
    answer = plugin.client.send(request, stream=True)
    packed = b"".join(answer.iter_raw())
    assert answer.headers["content-encoding"] == "gzip"
    assert json.loads(gzip.decompress(packed))["format"] == 1
    plain = plugin.snapshot(**{"Accept-Encoding": "gzip;q=0, identity"})
    assert "content-encoding" not in plain.headers


def test_a_snapshot_needs_a_valid_credential(center: Center, cluster: Cluster) -> None:
    credential, text = center.make(credentials.issue, "test", cluster.id)
    for presented in ("", "Bearer", "Bearer nonsense", f"Bearer {text[:-1]}", f"Bearer {text}x", f"Basic {text}"):
        answer = center.client(**({"Authorization": presented} if presented else {})).get(f"{BASE}/snapshot")
        assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in")
    valid = center.client(Authorization=f"Bearer {text}")
    assert valid.get(f"{BASE}/snapshot").status_code == 200
    center.make(credentials.withdraw, "test", cluster.id, credential.id)
    assert valid.get(f"{BASE}/snapshot").status_code == 401


def test_two_credentials_at_a_time_for_rotation(center: Center, cluster: Cluster) -> None:
    old, new = a_plugin(center, cluster), a_plugin(center, cluster)
    assert [plugin.snapshot().status_code for plugin in (old, new)] == [200, 200]
    with pytest.raises(Conflict) as refused:
        center.make(credentials.issue, "test", cluster.id)
    assert refused.value.stable_code == "too_many_credentials"


def test_a_token_of_a_user_opens_no_broker_route_and_a_credential_no_console(center: Center, plugin: Plugin) -> None:
    alice = center.with_token(center.make(a_user, "alice"))
    assert alice.get(f"{BASE}/snapshot").status_code == 401
    assert plugin.client.get("/api/v1/overview").status_code == 401


def test_a_withdrawn_token_is_listed_until_its_leeway_has_passed(center: Center) -> None:
    """Brokers take a token for `userCenterTokenLeewaySeconds` (60 at most) beyond its end."""
    now = 1_790_000_000_000
    ends = {"late": now - 60_000, "over": now - 600_000, "lives": now + 1}
    center.make(lambda session: session.add_all(RevokedToken(jti=jti, valid_until=end) for jti, end in ends.items()))
    assert [token["jti"] for token in center.read(snapshot_records.revoked_tokens, now)] == ["late", "lives"]
