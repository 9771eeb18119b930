"""Several instances on one database behave as one: one winner, nothing lost, revisions in the order of the commits."""

from collections import Counter

import jwt
from sqlalchemy import update

from app.audit.trail import trail
from app.brokers import credentials
from app.resources.models import Cluster
from app.rights import snapshots
from app.tokens.models import SigningKey
from tests.brokers.plugin import Listening
from tests.databases.conftest import Pair
from tests.factories import TOPIC, Person, a_cluster, a_namespace, a_tenant, a_topic, a_user

AT_ONCE = 12
ROUNDS = 3


def test_two_instances_behave_as_one(pair: Pair) -> None:
    behaves_as_one(pair)


def behaves_as_one(pair: Pair) -> None:
    """All checks share one start of the processes, which takes longer than they do."""
    one_name_has_one_owner(pair)
    a_lost_update_is_refused(pair)
    names_differ_by_case_and_blank(pair)
    every_change_reaches_a_listener_of_one_instance(pair)
    reports_of_the_same_brokers_reach_both(pair)
    one_of_many_rotations_counts_and_both_publish_the_key(pair)


def one_name_has_one_owner(pair: Pair) -> None:
    answers = pair.at_once("POST", "users", [{"username": "wanted", "kind": "service"}] * AT_ONCE)
    assert Counter(answer.status_code for answer in answers) == {201: 1, 409: AT_ONCE - 1}
    assert {answer.json()["code"] for answer in answers if answer.status_code == 409} == {"exists"}


def a_lost_update_is_refused(pair: Pair) -> None:
    group = pair.clients[0].post("/api/v1/groups", json={"name": "business"}).json()
    bodies: list[object] = [{"remark": f"by {number}"} for number in range(AT_ONCE)]
    answers = pair.at_once("PATCH", f"groups/{group['id']}", bodies, **{"If-Match": f'"{group["version"]}"'})
    assert Counter(answer.status_code for answer in answers) == {200: 1, 412: AT_ONCE - 1}
    winner = next(answer.json()["remark"] for answer in answers if answer.status_code == 200)
    assert pair.clients[1].get(f"/api/v1/groups/{group['id']}").json()["remark"] == winner


def one_of_many_rotations_counts_and_both_publish_the_key(pair: Pair) -> None:
    with pair.database.writing() as session:
        session.execute(update(SigningKey).values(add_time=1))
    known = [{key["kid"] for key in client.get("/oauth2/jwks").json()["keys"]} for client in pair.clients]
    assert known[0] == known[1]
    answers = pair.at_once("POST", "signing-keys", [None] * AT_ONCE)
    assert Counter(answer.status_code for answer in answers) == {201: 1, 409: AT_ONCE - 1}
    assert {answer.json()["code"] for answer in answers if answer.status_code == 409} == {"key_too_young"}
    user = pair.clients[0].post("/api/v1/users", json={"username": "signed", "kind": "service"}).json()
    for number, (client, other) in enumerate([pair.clients, pair.clients[::-1]]):
        body = {"name": f"from {number}", "days": 1, "audiences": ["http://127.0.0.1:1"]}
        token = client.post(f"/api/v1/users/{user['id']}/tokens", json=body).json()["token"]
        assert jwt.get_unverified_header(token)["kid"] in known[1 - number], "signed before the other published it"
        answer = other.get("/api/v1/session", headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == 200


def names_differ_by_case_and_blank(pair: Pair) -> None:
    answers = pair.at_once("POST", "roles", [{"name": name} for name in ("Sales", "sales", "SALES", "säles", "sales")])
    assert sorted(answer.status_code for answer in answers) == [201, 201, 201, 201, 409]


def every_change_reaches_a_listener_of_one_instance(pair: Pair) -> None:
    with pair.database.writing() as session:
        trail.lock_revision(session)
        cluster = a_cluster(session)
        _, credential = credentials.issue(session, "test", cluster.id)
        namespace = a_namespace(session, a_tenant(session, None, cluster))
        people = [a_user(session) for _ in range(AT_ONCE)]
        topics = [a_topic(session, namespace).id for _ in range(3)]
        after = trail.current_revision(session)
    listener = pair.clients[0].__class__(
        base_url=pair.clients[0].base_url, headers={"Authorization": f"Bearer {credential}"}, timeout=60
    )
    with Listening(listener, after) as feed:
        revisions = [revision for topic in topics for revision in _granted(pair, people, topic)]
        assert sorted(revisions) == list(range(after + 1, after + 1 + AT_ONCE * len(topics)))
        pushed = _pushed_until(feed, max(revisions))
    listener.close()
    assert pushed == _in_the_snapshot(pair, cluster)


def _granted(pair: Pair, people: list[Person], topic: int) -> list[int]:
    bodies: list[object] = [
        {"user_id": person.id, "res_type": TOPIC, "res_id": topic, "authorities": [303]} for person in people
    ]
    answers = pair.at_once("POST", "grants", bodies)
    assert {answer.status_code for answer in answers} == {201}
    return [int(answer.headers["X-Revision"]) for answer in answers]


def _pushed_until(feed: Listening, revision: int) -> set[int]:
    """Ids of the grants that were pushed; a delta follows where the one before it ended."""
    seen: set[int] = set()
    stands = feed.after
    while stands < revision:
        kind, delta = feed.next(30) or ("end", {})
        if kind == "time":  # every 10 s
            continue
        assert (kind, delta.get("after")) == ("delta", stands)
        stands = delta["revision"]
        seen |= {grant["id"] for grant in delta["set"].get("grants", ())}
    return seen


def _in_the_snapshot(pair: Pair, cluster: Cluster) -> set[int]:
    with pair.database.reading() as session:
        return {grant["id"] for grant in snapshots.document(session, cluster.id)["grants"] if grant["type"] == TOPIC}


def reports_of_the_same_brokers_reach_both(pair: Pair) -> None:
    """Each instance stores many at once, the same rows as the other: none is lost, none is refused."""
    with pair.database.writing() as session:
        trail.lock_revision(session)
        cluster = a_cluster(session)
        _, credential = credentials.issue(session, "test", cluster.id)
        for _ in range(ROUNDS):
            a_user(session)
        newest = trail.current_revision(session)
    bodies: list[object] = [
        a_report(f"broker-{number}", newest - round_number)
        for round_number in range(ROUNDS)
        for number in (*range(AT_ONCE), *reversed(range(AT_ONCE)))
    ]
    answers = pair.at_once("POST", "heartbeat", bodies, under="broker/v1", Authorization=f"Bearer {credential}")
    assert Counter(answer.status_code for answer in answers) == {200: len(bodies)}
    found = pair.clients[1].get(f"/api/v1/clusters/{cluster.id}/enforcement", params={"revision": newest}).json()
    assert (found["verdict"], found["enforced"]) == ("enforced", AT_ONCE)


def a_report(broker: str, revision: int) -> dict[str, object]:
    counts = dict.fromkeys(("snapshot_at", "events_written", "events_dropped", "connections"), 0)
    named = {"broker": broker, "boot": "boot", "plugin": "0.1.0", "pulsar": "4.0.8", "kicks": True}
    return {**named, **counts, "revision": revision}
