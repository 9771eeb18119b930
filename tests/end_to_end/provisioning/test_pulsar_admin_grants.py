"""Permissions by pulsar-admin are the center's ordinary grants, in the name of whoever really asked."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.end_to_end.clients.java import PulsarAdmin
from tests.end_to_end.conftest import READ_TOPIC, TOPIC_TYPE, WRITE_TOPIC, Business
from tests.end_to_end.estate import Account
from tests.end_to_end.provisioning.rest import Rest, grants_held_by

pytestmark = pytest.mark.broker
_ADMINISTER_TOPIC = 304


def test_the_command_line(business: Business, pulsar_admin: Callable[[Account], PulsarAdmin]) -> None:
    receiver, _ = business.service("receiver")
    by_owner = Account(
        business.owner_id, f"{business.name}-owner", business.owner.token(business.owner_id, "pulsar-admin")
    )
    admin = pulsar_admin(by_owner)
    place, role = f"{business.name}/orders", ("--role", receiver.username)
    status, said = admin("namespaces", "grant-permission", place, *role, "--actions", "produce")
    assert status == 0, said
    assert grants_held_by(business, receiver.username) == [("202", f"{business.name}-owner")]
    assert receiver.username in admin("namespaces", "permissions", place)[1]
    assert admin("namespaces", "revoke-permission", place, *role)[0] == 0
    assert grants_held_by(business, receiver.username) == []


def test_the_four_actions_of_functions_are_apart(business: Business, owner: Rest) -> None:
    receiver, _ = business.service("sinks")
    assert owner("POST", f"{owner.namespace}/{receiver.username}", ["sinks"]).status_code == 204
    assert grants_held_by(business, receiver.username) == [("210", f"{business.name}-owner")]
    assert owner("POST", f"{owner.namespace}/{receiver.username}", ["functions", "packages"]).status_code == 204
    listed = owner("GET", owner.namespace).json()
    assert sorted(listed[receiver.username]) == ["functions", "packages"]
    assert {"functions", "packages", "sinks", "sources"} <= set(listed[f"{business.name}-owner"])
    assert owner("DELETE", f"{owner.namespace}/{receiver.username}").status_code == 204
    assert grants_held_by(business, receiver.username) == []


def test_a_topics_administrator_grants_on_the_topic(business: Business) -> None:
    receiver, _ = business.service("receiver")
    name = f"{business.name}-topics"
    user_id, session = business.estate.person(name)
    business.owner.grant(user_id, TOPIC_TYPE, business.topic_id, WRITE_TOPIC, READ_TOPIC, _ADMINISTER_TOPIC)
    business.wait_until_enforced()
    rest = Rest(business, session.token(user_id))
    answer = rest("POST", f"{rest.topic}/{receiver.username}", ["produce"])
    # A sub-account gets only from what its main account holds, and that one holds it.
    assert answer.status_code == 204, answer.text
    assert grants_held_by(business, receiver.username) == [("302", name)]
    assert rest("GET", rest.topic).json()[receiver.username] == ["produce"]
    assert rest("GET", rest.namespace).status_code == 403
    assert rest("DELETE", f"{rest.topic}/{receiver.username}").status_code == 204
    assert grants_held_by(business, receiver.username) == []


def test_a_right_is_granted_only_by_its_holders(business: Business, partner: tuple[str, Rest]) -> None:
    receiver, _ = business.service("receiver")
    _, rest = partner
    answer = rest("POST", f"{rest.namespace}/{receiver.username}", ["produce"])
    assert answer.status_code == 403
    assert "nobody grants what they do not hold" in answer.text
    assert grants_held_by(business, receiver.username) == []


def test_two_at_the_same_time_each_in_their_own_name(
    business: Business, owner: Rest, partner: tuple[str, Rest]
) -> None:
    name, other = partner
    receivers = [business.service(f"to{number}")[0].username for number in range(6)]
    with ThreadPoolExecutor(12) as pool:
        by_owner = [
            pool.submit(owner, "POST", f"{owner.namespace}/{receiver}", ["produce"]) for receiver in receivers[:3]
        ]
        by_other = [
            pool.submit(other, "POST", f"{other.namespace}/{receiver}", ["consume"]) for receiver in receivers[3:]
        ]
    assert [call.result().status_code for call in by_owner + by_other] == [204] * 6
    for receiver in receivers[:3]:
        assert grants_held_by(business, receiver) == [("202", f"{business.name}-owner")]
    for receiver in receivers[3:]:
        assert grants_held_by(business, receiver) == [("203", name)]


def test_two_doing_the_same_are_distinguished_or_refused(
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
    assert set(grants_held_by(business, receiver)) <= {("202", f"{business.name}-owner"), ("203", name)}


def test_a_strange_path_borrows_nobodys_name(business: Business, owner: Rest, partner: tuple[str, Rest]) -> None:
    _, other = partner
    receiver = business.service("wanted")[0].username
    for path in (
        f"/namespaces/{business.name}/orders/permissions;by=owner/{receiver}",
        f"/namespaces/{business.name}/orders/%70ermissions/{receiver}",
    ):
        assert owner("GET", owner.namespace).status_code == 200
        assert not other("POST", path, ["produce"]).is_success
    assert grants_held_by(business, receiver) == []
