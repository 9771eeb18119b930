"""What is made at a broker is made at the center: with its maker, its values and the maker's rights, and once."""

import signal
from functools import partial
from typing import Any

import pytest

from tests.end_to_end.clients import python
from tests.end_to_end.conftest import CLUSTER_TYPE, NAMESPACE_TYPE, TENANT_TYPE, Business
from tests.end_to_end.estate import Account, Estate
from tests.end_to_end.provisioning.rest import Rest, grants_held_by, tenant
from tests.end_to_end.settings.test_switches import set_to
from tests.end_to_end.waiting import wait_until

pytestmark = [pytest.mark.broker, pytest.mark.timeout(600)]
_MADE = (200, 204)


def known(estate: Estate, kind: str, name: str) -> dict[str, Any] | None:
    """The center's place of this full name."""
    found = estate.admin.get(f"/api/v1/{kind}s", q=name.rpartition("/")[2], limit=500)["items"]
    return next((item for item in found if item["full_name"] == name), None)


def entries(estate: Estate, name: str) -> list[tuple[str, str]]:
    """(action, actor) of the audit log's entries about a place, oldest first."""
    found = estate.admin.get("/api/v1/trail", key=name)["items"]
    return sorted(((entry["action"], entry["actor"]) for entry in found), key=lambda entry: entry[0])


def is_read(estate: Estate, kind: str, name: str) -> bool:
    place = known(estate, kind, name)
    return place is not None and place["provisioning"]["state"] == "ready"


@pytest.fixture
def owner(business: Business) -> Rest:
    """The tenant's owner, at the broker."""
    return Rest(business, business.owner.token(business.owner_id, "terraform"))


def test_the_very_next_call_finds_it(business: Business, owner: Rest) -> None:
    estate, name = business.estate, business.name
    receiver, _ = business.service("receiver")
    path, full = f"/persistent/{name}/fresh/made", f"persistent://{name}/fresh/made"
    wish = {"message_ttl_in_seconds": 600, "bundles": {"numBundles": 8}, "properties": {"team": "billing"}}
    assert owner("PUT", f"/namespaces/{name}/fresh", wish).status_code in _MADE
    assert owner("POST", f"/namespaces/{name}/fresh/permissions/{receiver.username}", ["produce"]).status_code == 204
    assert owner("PUT", f"{path}/partitions", 3).status_code in _MADE
    assert owner("POST", f"{path}/permissions/{receiver.username}", ["consume"]).status_code == 204
    assert owner("PUT", f"/persistent/{name}/fresh/plain").status_code in _MADE
    for kind, place in (("namespace", f"{name}/fresh"), ("topic", full)):
        wait_until(f"{place} to be read", partial(is_read, estate, kind, place))
        assert entries(estate, place)[0] == (f"{kind}.create", f"{name}-owner")
        assert {actor for _, actor in entries(estate, place)} == {f"{name}-owner"}
    topic, namespace = known(estate, "topic", full), known(estate, "namespace", f"{name}/fresh")
    assert topic is not None
    assert namespace is not None
    assert (topic["partitions"], namespace["bundles"]) == (3, 8)
    policies = estate.admin.get(f"/api/v1/namespaces/{namespace['id']}/policies")["wish"]
    assert policies["message_ttl"] == 600
    assert "billing" in str(policies["properties"])
    assert {number for number, _ in grants_held_by(business, receiver.username)} == {"202", "303"}
    assert [job["action"] for job in topic["provisioning"]["clusters"]] == ["read"]


def test_tenants_namespaces_and_topics_by_who_administers_the_cluster(business: Business, operator: Account) -> None:
    """And by a name of superUserRoles that stands for the cluster: then nobody gets anything."""
    estate, fresh = business.estate, f"{business.name}-fresh"
    by_operator = Rest(business, operator.token)
    assert by_operator("PUT", f"/tenants/{fresh}", tenant()).status_code in _MADE
    assert by_operator("PUT", f"/namespaces/{fresh}/orders").status_code in _MADE
    by_broker = Rest(business, (estate.directory / "broker.jwt").read_text())
    assert by_broker("PUT", f"/persistent/{fresh}/orders/made").status_code in _MADE
    assert by_broker("PUT", f"/tenants/{fresh}-2", tenant()).status_code in _MADE
    places = {"tenant": fresh, "namespace": f"{fresh}/orders"}
    for kind, place in places.items():
        assert entries(estate, place)[0] == (f"{kind}.create", operator.username)
    for kind, place in (("topic", f"persistent://{fresh}/orders/made"), ("tenant", f"{fresh}-2")):
        assert entries(estate, place)[0] == (f"{kind}.create", "broker (standalone)")
    held = {grant["res_type"] for grant in estate.admin.get("/api/v1/grants", user_id=operator.id)["items"]}
    assert held == {CLUSTER_TYPE, TENANT_TYPE, NAMESPACE_TYPE}


def test_what_the_broker_refuses_is_not_made(business: Business, owner: Rest) -> None:
    estate, name = business.estate, business.name
    stranger, _ = business.service("stranger")
    rest = Rest(business, stranger.token)
    for path in (f"/tenants/{name}-no", f"/namespaces/{name}/no", f"/persistent/{name}/orders/no"):
        assert rest("PUT", path, tenant() if "tenants" in path else None).status_code in (401, 403)
    before = estate.admin.get("/api/v1/trail/head")["revision"]
    assert owner("PUT", f"/persistent/{name}/orders/created").status_code == 409
    assert estate.admin.get("/api/v1/trail/head")["revision"] == before
    assert known(estate, "namespace", f"{name}/no") is None
    assert known(estate, "topic", f"persistent://{name}/orders/no") is None


@pytest.mark.parametrize("ends", [False, True])
def test_what_was_made_while_the_center_was_away_is_caught_up(business: Business, owner: Rest, *, ends: bool) -> None:
    """A broker that is killed meanwhile has no proof any more of who made it: then nobody gets anything."""
    estate, name = business.estate, business.name
    estate.center.stop()
    try:
        assert owner("PUT", f"/namespaces/{name}/away").status_code in _MADE
        assert owner("PUT", f"/persistent/{name}/away/made").status_code in _MADE
        if ends:
            estate.broker.stop(signal.SIGKILL)
            estate.broker.start()
    finally:
        estate.center.start()
    topic = f"persistent://{name}/away/made"
    wait_until("the topic to be known", lambda: is_read(estate, "topic", topic), 60)
    maker = "broker (standalone)" if ends else f"{name}-owner"
    assert entries(estate, topic)[0] == ("topic.create", maker)
    assert entries(estate, f"{name}/away")[0] == ("namespace.create", maker)


def test_deleted_and_made_again(business: Business, owner: Rest) -> None:
    """The reports arrive in order, also after the center was away: the old rights end, the new ones stay."""
    estate, name = business.estate, business.name
    path, full = f"/persistent/{name}/orders/again", f"persistent://{name}/orders/again"
    assert owner("PUT", path).status_code in _MADE
    receiver, _ = business.service("receiver")
    assert owner("POST", f"{path}/permissions/{receiver.username}", ["consume"]).status_code == 204
    estate.center.stop()
    try:
        assert owner("DELETE", f"{path}?force=true").status_code in _MADE
        assert owner("PUT", path).status_code in _MADE
    finally:
        estate.center.start()
    wait_until("the old rights to end", lambda: not grants_held_by(business, receiver.username), 60)
    assert known(estate, "topic", full) is not None
    estate.wait_for_broker()
    assert owner("POST", f"{path}/permissions/{receiver.username}", ["consume"]).status_code == 204
    assert [number for number, _ in grants_held_by(business, receiver.username)] == ["303"]


def test_a_cluster_that_does_not_adopt_creations(business: Business, owner: Rest) -> None:
    estate, name = business.estate, business.name
    with estate.adopting_nothing():
        assert owner("PUT", f"/persistent/{name}/orders/waits").status_code in _MADE
        assert known(estate, "topic", f"persistent://{name}/orders/waits") is None


def test_a_topic_that_the_broker_made_itself_is_known_with_its_first_right(business: Business, owner: Rest) -> None:
    estate, name = business.estate, business.name
    path, full = f"/persistent/{name}/orders/used", f"persistent://{name}/orders/used"
    receiver, _ = business.service("receiver")
    assert owner("POST", f"{path}/permissions/{receiver.username}", ["consume"]).status_code == 404
    with set_to(estate, allowAutoTopicCreation="true"):
        python.produce(business.url, python.by_token(owner.token), full, "used")
    assert known(estate, "topic", full) is None
    assert owner("POST", f"{path}/permissions/{receiver.username}", ["consume"]).status_code == 204
    assert [number for number, _ in grants_held_by(business, receiver.username)] == ["303"]
    assert entries(estate, full)[0] == ("topic.create", "broker (standalone)")
