"""What a call has removed at a broker is removed here, in the caller's name; what is still there, or wanted, is not."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.audit.trail import trail
from app.desired_state.drift import removed_places
from app.grants.models import Grant
from app.platform.clock import now_ms
from app.resources import deletion, jobs
from app.resources.job_order import CREATE, READ
from app.resources.models import Cluster, Namespace, Tenant, Topic
from tests.brokers.plugin import BASE, Plugin, a_plugin, person
from tests.drift.conftest import TOPIC, Drifting, create
from tests.drift.test_ended_rights import granted_places
from tests.factories import NAMESPACE, Person, a_cluster, a_grant, a_user, the_user
from tests.factories import TOPIC as ON_TOPIC

KINDS = {"tenant": "acme", "namespace": "acme/orders", "topic": TOPIC}


@pytest.fixture
def plugin(drifting: Drifting) -> Plugin:
    cluster = drifting.center.read(lambda session: session.get_one(Cluster, drifting.cluster))
    drifting.center.make(a_user, "remover")
    return a_plugin(drifting.center, cluster)


def lose(drifting: Drifting, kind: str) -> None:
    """The cluster does not have the place any more, nor what lay in it."""
    drifting.played.topics.clear()
    if kind != "topic":
        drifting.played.namespaces.clear()
    if kind == "tenant":
        drifting.played.tenants.clear()


def report(plugin: Plugin, kind: str, name: str, actor: str | None = "remover", **more: Any) -> None:
    place = {"type": kind, "name": name, "ago_ms": 0, "removed": True, "actor": actor}
    place |= {"proof": plugin.token_of(actor or "")} | more
    answer = plugin.client.post(f"{BASE}/deletions", json={"places": [place]})
    assert answer.status_code == 200, answer.text


def names(drifting: Drifting) -> set[str]:
    """Every tenant, namespace and topic of the center."""

    def read(session: Session) -> set[str]:
        models: tuple[Any, ...] = (Tenant, Namespace, Topic)
        return {deletion.name_of(session, row) for model in models for row in session.scalars(select(model))}

    return drifting.center.read(read)


@pytest.mark.parametrize("kind", KINDS)
def test_it_goes_with_all_that_lies_in_it_in_the_callers_name(
    drifting: Drifting, reader: Person, plugin: Plugin, kind: str
) -> None:
    lose(drifting, kind)
    report(plugin, kind, KINDS[kind])
    below = list(KINDS)[list(KINDS).index(kind) :]
    assert names(drifting) == {name for other, name in KINDS.items() if other not in below}
    for other in below:
        entry = drifting.center.read(trail.entries, entity=other)[-1]
        assert (entry.action, entry.actor, entry.entity_key) == (f"{other}.delete", "remover", KINDS[other])
    assert granted_places(drifting, reader) == []
    assert (drifting.compare()["found"], drifting.lines()) == (0, [])
    revision = drifting.center.read(trail.current_revision)
    report(plugin, kind, KINDS[kind])
    assert drifting.center.read(trail.current_revision) == revision


def test_who_makes_it_again_owns_it_and_who_administers_gives_its_rights_again(
    drifting: Drifting, reader: Person, plugin: Plugin
) -> None:
    drifting.center.make(a_grant, the_remover(drifting), [300], NAMESPACE, drifting.namespace)
    lose(drifting, "topic")
    report(plugin, "topic", TOPIC)
    (line,) = drifting.lines(field="rights", state="gone")
    refused = drifting.answer("repair", line)
    assert (refused.status_code, refused.json()["code"]) == (409, "not_repairable")
    place = {"type": "topic", "name": TOPIC, "actor": "remover", "proof": plugin.token_of("remover")}
    assert plugin.client.post(f"{BASE}/creations", json={"places": [place]}).json()["refused"] == []
    assert granted_places(drifting, the_remover(drifting)) == [TOPIC]
    assert granted_places(drifting, reader) == []
    assert drifting.done("repair", line)["answer"] == "repair"
    assert granted_places(drifting, reader) == [TOPIC]
    assert drifting.answer("repair", line).json()["code"] == "drift_answered"


def test_what_is_there_again_stays_without_its_rights(drifting: Drifting, reader: Person, plugin: Plugin) -> None:
    """So a stolen credential of the cluster makes nobody the owner of what is there."""
    report(plugin, "topic", TOPIC)
    assert names(drifting) == set(KINDS.values())
    assert granted_places(drifting, reader) == []


@pytest.mark.parametrize(
    ("actor", "proof", "who"),
    [
        ("remover", None, "remover"),
        ("remover", "x.y.z", "broker (prod)"),
        ("nobody-here", "x.y.z", "broker (prod)"),
        (None, None, "broker (prod)"),
    ],
)
def test_who_is_named(
    drifting: Drifting, reader: Person, plugin: Plugin, actor: str | None, proof: str | None, who: str
) -> None:
    lose(drifting, "topic")
    report(plugin, "topic", TOPIC, actor, **({} if proof is None else {"proof": proof}))
    assert granted_places(drifting, reader) == []
    entries = [drifting.center.read(trail.entries, entity=entity)[-1] for entity in ("topic", "grant")]
    assert [(entry.action, entry.actor) for entry in entries] == [("topic.delete", who), ("grant.revoke", who)]


def adopts_nothing(drifting: Drifting, session: Session) -> None:
    session.get_one(Cluster, drifting.cluster).adopts_creations = False


def lives_elsewhere_too(drifting: Drifting, session: Session) -> None:
    other = a_cluster(session, "other")
    session.get_one(Tenant, drifting.tenant).clusters = f"{drifting.cluster},{other.id}"


def is_being_made(drifting: Drifting, session: Session) -> None:
    jobs.put(
        session, ResourceType.TOPIC, drifting.topic, [drifting.cluster], CREATE, TOPIC, {"partitions": 2}, now_ms()
    )


def has_a_new_grant(drifting: Drifting, session: Session) -> None:
    given = a_grant(session, Person(the_user(session, "remover").id, "remover"), [303], ON_TOPIC, drifting.topic)
    session.get_one(Grant, given.id).add_time = now_ms() + 60_000


def was_made_since(drifting: Drifting, session: Session) -> None:
    session.get_one(Topic, drifting.topic).add_time = now_ms() + 60_000


def does_not_answer(drifting: Drifting, session: Session) -> None:
    session.get_one(Cluster, drifting.cluster).admin_url = "http://127.0.0.1:1"


@pytest.mark.parametrize(
    "why", [adopts_nothing, lives_elsewhere_too, is_being_made, has_a_new_grant, was_made_since, does_not_answer]
)
@pytest.mark.parametrize("kind", KINDS)
def test_it_stays(drifting: Drifting, plugin: Plugin, kind: str, why: Callable[[Drifting, Session], None]) -> None:
    drifting.center.make(lambda session: why(drifting, session))
    lose(drifting, kind)
    report(plugin, kind, KINDS[kind])
    assert names(drifting) == set(KINDS.values())


def test_what_is_yet_to_be_read_goes_too(drifting: Drifting, plugin: Plugin) -> None:
    wish = {"actor": "remover"}
    read = ResourceType.TOPIC, drifting.topic, [drifting.cluster], READ, TOPIC, wish, now_ms()
    drifting.center.make(jobs.put, *read)
    lose(drifting, "topic")
    report(plugin, "topic", TOPIC)
    assert TOPIC not in names(drifting)
    drifting.provision()
    assert TOPIC not in names(drifting)


def test_a_failed_report_of_the_cluster_removes_nothing(drifting: Drifting, plugin: Plugin) -> None:
    lose(drifting, "topic")
    drifting.played.wrong["/persistent/acme/orders/created/partitions"] = lambda: (500, b"")
    report(plugin, "topic", TOPIC)
    assert TOPIC in names(drifting)


def test_many_go_in_several_transactions(drifting: Drifting, plugin: Plugin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(removed_places, "MOST", 1)
    create(drifting.root, "topics", namespace_id=drifting.namespace, name="second", partitions=0)
    drifting.settle()
    lose(drifting, "tenant")
    report(plugin, "tenant", "acme")
    assert names(drifting) == set()


def test_who_removed_what_stays_is_named_once(drifting: Drifting, reader: Person, plugin: Plugin) -> None:
    """A broker reports first that it is gone; then another one, by whose call."""
    drifting.center.make(lambda session: adopts_nothing(drifting, session))
    lose(drifting, "topic")
    report(plugin, "topic", TOPIC, None, removed=False)
    report(plugin, "topic", TOPIC, "remover", proof="x.y.z")
    for _ in range(2):
        report(plugin, "topic", TOPIC)
    ended = [entry for entry in drifting.center.read(trail.entries, entity="drift") if entry.action == "drift.ended"]
    assert [entry.actor for entry in ended] == ["broker (prod)", "remover"]
    assert ended[0].after == ended[1].after


def test_without_a_call_it_stays(drifting: Drifting, plugin: Plugin) -> None:
    """Pulsar removes topics that nobody uses; the center goes on to want them."""
    lose(drifting, "topic")
    report(plugin, "topic", TOPIC, None, removed=False)
    assert TOPIC in names(drifting)


def the_remover(drifting: Drifting) -> Person:
    return person(drifting.center, "remover")
