"""Permissions by pulsar-admin are the center's ordinary grants, in the name of whoever really asked."""

import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from tests.end_to_end.clients.java import PulsarAdmin
from tests.end_to_end.conftest import NAMESPACE_TYPE, READ_TOPIC, TOPIC_TYPE, WRITE_TOPIC, Business
from tests.end_to_end.estate import Account, Estate

pytestmark = pytest.mark.broker
_WRITE, _READ, _ADMINISTER, _ADMINISTER_TOPIC = 202, 203, 204, 304


class Rest:
    """The broker's admin API as one person."""

    def __init__(self, business: Business, token: str) -> None:
        self._url = f"{business.estate.broker.admin_url}/admin/v2"
        self._headers = {"Authorization": f"Bearer {token}"}
        self.token = token
        self.namespace = f"/namespaces/{business.name}/orders/permissions"
        self.topic = f"/persistent/{business.name}/orders/created/permissions"

    def __call__(self, method: str, path: str, body: Any = None) -> httpx.Response:
        return httpx.request(method, self._url + path, json=body, headers=self._headers, timeout=60)


@pytest.fixture
def owner(business: Business) -> Rest:
    """Holds everything in the business's tenant."""
    return Rest(business, business.owner.token(business.owner_id))


@pytest.fixture
def partner(business: Business) -> tuple[str, Rest]:
    """Another main account, which administers the namespace and may read there, not write."""
    name = f"{business.name}-partner"
    user_id, session = business.estate.person(name)
    business.owner.grant(user_id, NAMESPACE_TYPE, business.namespace, _READ, _ADMINISTER)
    business.enforced()
    return name, Rest(business, session.token(user_id))


def test_the_command_line(business: Business, pulsar_admin: Callable[[Account], PulsarAdmin]) -> None:
    receiver, _ = business.service("receiver")
    by_owner = Account(
        business.owner_id, f"{business.name}-owner", business.owner.token(business.owner_id, "pulsar-admin")
    )
    admin = pulsar_admin(by_owner)
    place, role = f"{business.name}/orders", ("--role", receiver.username)
    status, said = admin("namespaces", "grant-permission", place, *role, "--actions", "produce")
    assert status == 0, said
    assert _given(business, receiver.username) == [("202", f"{business.name}-owner")]
    assert receiver.username in admin("namespaces", "permissions", place)[1]
    assert admin("namespaces", "revoke-permission", place, *role)[0] == 0
    assert _given(business, receiver.username) == []


def test_the_four_actions_of_functions_are_apart(
    business: Business, owner: Rest, pulsar_admin: Callable[[Account], PulsarAdmin]
) -> None:
    receiver, _ = business.service("sinks")
    by_owner = Account(
        business.owner_id, f"{business.name}-owner", business.owner.token(business.owner_id, "pulsar-admin")
    )
    admin = pulsar_admin(by_owner)
    place, role = f"{business.name}/orders", ("--role", receiver.username)
    status, said = admin("namespaces", "grant-permission", place, *role, "--actions", "sinks")
    assert status == 0, said
    assert _given(business, receiver.username) == [("210", f"{business.name}-owner")]
    assert owner("POST", f"{owner.namespace}/{receiver.username}", ["functions", "packages"]).status_code == 204
    listed = owner("GET", owner.namespace).json()
    assert sorted(listed[receiver.username]) == ["functions", "packages", "sinks"]
    assert {"functions", "packages", "sinks", "sources"} <= set(listed[f"{business.name}-owner"])
    assert owner("DELETE", f"{owner.namespace}/{receiver.username}").status_code == 204
    assert _given(business, receiver.username) == []


def test_a_topics_administrator_grants_on_the_topic(business: Business) -> None:
    receiver, _ = business.service("receiver")
    name = f"{business.name}-topics"
    user_id, session = business.estate.person(name)
    business.owner.grant(user_id, TOPIC_TYPE, business.topic_id, WRITE_TOPIC, READ_TOPIC, _ADMINISTER_TOPIC)
    business.enforced()
    rest = Rest(business, session.token(user_id))
    answer = rest("POST", f"{rest.topic}/{receiver.username}", ["produce"])
    # A sub-account gets only from what its main account holds, and that one holds it.
    assert answer.status_code == 204, answer.text
    assert _given(business, receiver.username) == [("302", name)]
    assert rest("GET", rest.topic).json()[receiver.username] == ["produce"]
    assert rest("GET", rest.namespace).status_code == 403
    assert rest("DELETE", f"{rest.topic}/{receiver.username}").status_code == 204
    assert _given(business, receiver.username) == []


def test_nobody_gives_what_they_do_not_hold(business: Business, partner: tuple[str, Rest]) -> None:
    receiver, _ = business.service("receiver")
    _, rest = partner
    answer = rest("POST", f"{rest.namespace}/{receiver.username}", ["produce"])
    assert answer.status_code == 403
    assert "nobody grants what they do not hold" in answer.text
    assert _given(business, receiver.username) == []


def test_two_at_the_same_time_each_in_their_own_name(
    business: Business, owner: Rest, partner: tuple[str, Rest]
) -> None:
    name, other = partner
    receivers = [business.service(f"to{number}")[0].username for number in range(6)]
    with ThreadPoolExecutor(12) as pool:
        by_owner = [pool.submit(owner, "POST", f"{owner.namespace}/{one}", ["produce"]) for one in receivers[:3]]
        by_other = [pool.submit(other, "POST", f"{other.namespace}/{one}", ["consume"]) for one in receivers[3:]]
    assert [call.result().status_code for call in by_owner + by_other] == [204] * 6
    for one in receivers[:3]:
        assert _given(business, one) == [("202", f"{business.name}-owner")]
    for one in receivers[3:]:
        assert _given(business, one) == [("203", name)]


def test_two_doing_the_same_are_told_apart_or_refused(
    business: Business, owner: Rest, partner: tuple[str, Rest]
) -> None:
    name, other = partner
    receiver = business.service("wanted")[0].username
    path = f"{owner.namespace}/{receiver}"
    with ThreadPoolExecutor(8) as pool:
        both = [(owner, ["produce"]), (other, ["consume"])]
        calls = [pool.submit(rest, "POST", path, actions) for _ in range(10) for rest, actions in both]
    answers = [call.result() for call in calls]
    assert {answer.status_code for answer in answers} <= {204, 409}, [answer.text for answer in answers]
    assert all("can't tell who asks" in answer.text for answer in answers if answer.status_code == 409)
    # Named wrongly, the partner's grant of reading would be the owner's.
    assert set(_given(business, receiver)) <= {("202", f"{business.name}-owner"), ("203", name)}


def test_a_strange_path_borrows_nobodys_name(business: Business, owner: Rest, partner: tuple[str, Rest]) -> None:
    _, other = partner
    receiver = business.service("wanted")[0].username
    for path in (
        f"/namespaces/{business.name}/orders/permissions;by=owner/{receiver}",
        f"/namespaces/{business.name}/orders/%70ermissions/{receiver}",
    ):
        assert owner("GET", owner.namespace).status_code == 200
        assert not other("POST", path, ["produce"]).is_success
    assert _given(business, receiver) == []


def test_a_rule_for_somebody_unknown_says_so(owner: Rest) -> None:
    answer = owner("POST", f"{owner.namespace}/subscription/shop", ["somebody"])
    assert (answer.status_code, "knows no user somebody" in answer.text) == (404, True)
    assert owner("GET", f"{owner.namespace}/subscription").json() == {}


def test_two_set_rules_at_the_same_time_each_in_their_own_name(
    business: Business, owner: Rest, partner: tuple[str, Rest]
) -> None:
    name, other = partner
    receiver = business.service("listed")[0].username
    with ThreadPoolExecutor(8) as pool:
        calls = [
            pool.submit(rest, "POST", f"{owner.namespace}/subscription/{prefix}{number}", [receiver])
            for number in range(4)
            for rest, prefix in ((owner, "a"), (other, "b"))
        ]
    assert [call.result().status_code for call in calls] == [204] * 8
    entries = business.estate.admin.get("/api/v1/trail", entity="subscription_rule")["items"]
    actors = {(one["after"]["subscription"][0], one["actor"]) for one in entries if receiver in str(one["after"])}
    assert actors == {("a", f"pulsar-admin ({business.name}-owner)"), ("b", f"pulsar-admin ({name})")}


def test_the_mode_of_subscriptions_is_set_at_the_center_or_not_at_all(
    business: Business, owner: Rest, partner: tuple[str, Rest], operator: Account
) -> None:
    path = owner.namespace.replace("permissions", "subscriptionAuthMode")
    asked = f"/api/v1/namespaces/{business.namespace}"
    url = f"{business.estate.broker.admin_url}/admin/v2{path}"
    receiver = business.service("reader", READ_TOPIC)[0]
    assert Rest(business, receiver.token)("POST", path, "Prefix").status_code == 403
    assert Rest(business, owner.token + "x")("POST", path, "Prefix").status_code == 401
    for hidden in ("application/octet-stream", "multipart"):
        disguised = {"Content-Type": f'application/json; x="{hidden}"', "Authorization": f"Bearer {owner.token}"}
        assert httpx.post(url, json="Prefix", headers=disguised, timeout=30).status_code in (401, 403, 415)
    assert owner("POST", path.replace("Mode", "%4Dode"), "Prefix").status_code == 409
    assert (owner("GET", path).json(), business.owner.get(asked)["subscription_auth_mode"]) == ("None", "None")
    for rest, mode in ((partner[1], "Prefix"), (Rest(business, operator.token), "None")):
        answer = rest("POST", path, mode)
        assert answer.status_code == 204, answer.text
        assert (owner("GET", path).json(), business.owner.get(asked)["subscription_auth_mode"]) == (mode, mode)


def tenant(*administrators: str) -> dict[str, list[str]]:
    """What `tenants create` and `update` send."""
    return {"adminRoles": list(administrators), "allowedClusters": ["standalone"]}


def test_whom_a_tenant_names_administers_it_by_a_grant(
    business: Business, pulsar_admin: Callable[[Account], PulsarAdmin]
) -> None:
    name = f"{business.name}-owner"
    admin = pulsar_admin(Account(business.owner_id, name, business.owner.token(business.owner_id, "pulsar-admin")))
    second = f"{business.name}-second"
    user_id, session = business.estate.person(second)
    clusters = ("--allowed-clusters", "standalone")
    status, said = admin("tenants", "update", business.name, "--admin-roles", second, *clusters)
    assert status == 0, said
    assert _given(business, second) == [("104", name)]
    business.enforced()
    # Nobody is in Pulsar's own list, so that changing something else later names nobody again.
    assert Rest(business, session.token(user_id))("GET", f"/tenants/{business.name}").json() == tenant()
    given = business.estate.admin.get("/api/v1/grants", user_id=user_id)["items"]
    business.owner.delete(f"/api/v1/grants/{given[0]['id']}")
    assert admin("tenants", "update", business.name, *clusters)[0] == 0
    assert _given(business, second) == []


def test_an_administrator_is_made_in_the_callers_name_or_not_at_all(
    business: Business, owner: Rest, partner: tuple[str, Rest]
) -> None:
    one, two = business.service("one")[0].username, business.service("two")[0].username
    _, other = partner
    path = f"/tenants/{business.name}"
    refusals = {
        (other, path, (one,)): (403, "you may not change the tenant"),
        (owner, path, (one, "nobody-at-all")): (404, "knows no user nobody-at-all"),
        (owner, f"{path}-unknown", (one,)): (403, "you may not change the tenant"),
        (owner, f"/tenants/%{ord(business.name[0]):x}{business.name[1:]}", (one,)): (409, "stand in the path"),
    }
    for (rest, where, names), (status, sentence) in refusals.items():
        answer = rest("POST", where, tenant(*names))
        assert (answer.status_code, sentence in answer.text) == (status, True), answer.text
    stranger = Rest(business, owner.token + "x")
    assert stranger("POST", path, tenant(one)).status_code == 401
    assert owner("PUT", path, tenant(one)).status_code == 409, "it is there already"
    assert other("PUT", path, tenant(one)).status_code == 403
    assert (_given(business, one), _given(business, two)) == ([], [])
    # The broker shows its interceptors no body that calls itself a file, and reads it as JSON.
    disguised = {
        "Content-Type": 'application/json; x="application/octet-stream"',
        "Authorization": f"Bearer {owner.token}",
    }
    url = f"{business.estate.broker.admin_url}/admin/v2{path}"
    assert httpx.post(url, json=tenant(one), headers=disguised, timeout=30).status_code in (401, 403)
    encoded = url.replace("/admin/", "/%61dmin/")
    assert (
        httpx.post(encoded, json=tenant(one), headers={**disguised, "Content-Type": "application/json"}).status_code
        >= 400
    )
    assert owner("GET", path).json()["adminRoles"] == []
    answer = owner("POST", path, tenant(one, two))
    assert answer.status_code == 204, answer.text
    assert [_given(business, name) for name in (one, two)] == [[("104", f"{business.name}-owner")]] * 2


def test_a_super_user_makes_administrators_through_the_center_too(estate: Estate, business: Business) -> None:
    """Pulsar asks a super user nothing; the center still does."""
    root = Rest(business, (estate.directory / "broker.jwt").read_text().strip())
    one = business.service("one")[0].username
    path = f"/tenants/{business.name}"
    assert "is there already" in root("PUT", path, tenant(one)).text
    made = root("PUT", f"{path}-by-hand", tenant(one))
    assert (made.status_code, "knows no tenant" in made.text) == (404, True), made.text
    assert root("GET", f"{path}-by-hand").status_code == 404
    assert root("POST", f"{path}-by-hand", tenant(one)).status_code == 404
    assert root("PUT", f"{path}-by-hand", tenant()).status_code == 204
    assert root("POST", path, tenant(one)).status_code in (204, 403)


@pytest.fixture
def hung_center(estate: Estate) -> Iterator[None]:
    """The center takes connections and answers nothing."""
    process = estate.center.process
    assert process is not None
    process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        process.send_signal(signal.SIGCONT)
        httpx.get(f"{estate.center.url}/health/ready", timeout=40).raise_for_status()


def test_a_center_that_hangs_blocks_nobody(
    business: Business, owner: Rest, hung_center: None, measured: Callable[[str], None]
) -> None:
    began = time.monotonic()
    with ThreadPoolExecutor(8) as pool:
        # As many as the broker has threads for HTTP.
        grants = [pool.submit(owner, "POST", f"{owner.namespace}/nobody{number}", ["produce"]) for number in range(7)]
        grants.append(pool.submit(owner, "POST", f"/tenants/{business.name}", tenant("nobody8")))
        reads = [owner("GET", f"/namespaces/{business.name}/orders/messageTTL") for _ in range(20)]
        read_in = time.monotonic() - began
        still_waiting = sum(not grant.done() for grant in grants)
        answers = [grant.result() for grant in grants]
    assert all(read.is_success for read in reads)
    assert still_waiting > 0
    assert {answer.status_code for answer in answers} == {503}
    assert all("user center" in answer.text for answer in answers)
    measured(f"center hung: 20 other calls in {read_in:.2f} s, 8 grants refused in {time.monotonic() - began:.1f} s")


def _given(business: Business, username: str) -> list[tuple[str, str]]:
    """(authorities, giver) of the grants that the user holds."""
    users = business.estate.admin.get("/api/v1/users", q=username)["items"]
    user = next(one["id"] for one in users if one["username"] == username)
    grants = business.estate.admin.get("/api/v1/grants", user_id=user)["items"]
    return sorted((",".join(str(held["id"]) for held in one["authorities"]), one["granted_by"]) for one in grants)
