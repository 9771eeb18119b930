"""A place of a tenant on several clusters is made at the center when each of them has it, and gives nobody more."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.api.admission.fair_share import LOOKS
from app.audit.trail import trail
from app.grants import roles
from app.grants.models import Grant
from app.resources import deletion
from app.resources.models import MODELS, Cluster, Namespace, ProvisioningJob, Tenant, Topic
from tests.brokers.plugin import BASE, Plugin, a_plugin, token_of
from tests.center import Center
from tests.factories import (
    CLUSTER,
    NAMESPACE,
    ROOT,
    TENANT,
    a_grant,
    a_namespace,
    a_tenant,
    a_topic,
    a_user,
    an_administrator,
)
from tests.importing.played_cluster import PlayedCluster

TOPIC = "persistent://acme/orders/made"
FLEETING = "non-persistent://acme/orders/made"


class Several:
    """The tenant `acme` with the namespace `orders` on `east` and `west`, which is known on both."""

    def __init__(self, center: Center, played: dict[str, PlayedCluster]) -> None:
        self.center, self.played = center, played
        root = center.signed_in(center.make(an_administrator))
        self.ids = {name: self._cluster(root, name, cluster.url) for name, cluster in played.items()}
        rows = [center.read(lambda session, n=n: session.get_one(Cluster, n)) for n in self.ids.values()]  # type: ignore[misc]
        self.plugins: dict[str, Plugin] = dict(zip(self.ids, (a_plugin(center, row) for row in rows), strict=True))
        self.tenant = center.make(a_tenant, "acme", *rows)
        self.namespace = center.make(a_namespace, self.tenant, "orders")

    @staticmethod
    def _cluster(root: Any, name: str, url: str) -> int:
        made = root.post(
            "/api/v1/clusters", json={"name": name, "address": "pulsar://127.0.0.1:6650", "admin_url": url}
        )
        assert made.status_code == 201, made.text
        return int(made.json()["id"])

    def have(self, name: str, *clusters: str) -> None:
        """These clusters have the namespace or topic."""
        for cluster in clusters:
            if "://" in name:
                self.played[cluster].topics[name] = 0
            else:
                self.played[cluster].namespace(name)

    def report(
        self, cluster: str, name: str, actor: str | None = None, proof: str | None = None, *, migrated: bool = False
    ) -> str | None:
        """Report as the plugin of this cluster; why the center does not take it."""
        kind = "topic" if "://" in name else "namespace"
        place = {"type": kind, "name": name, "actor": actor, "migrated": migrated}
        place["proof"] = proof or (actor and token_of(self.center, actor))
        answer = self.plugins[cluster].client.post(f"{BASE}/creations", json={"places": [place]})
        assert answer.status_code == 200, answer.text
        refused = answer.json()["refused"]
        assert {line["code"] for line in refused} <= {"lives_elsewhere_too"}
        return refused[0]["detail"] if refused else None

    def names(self) -> set[str]:
        """Every namespace and topic."""

        def read(session: Session) -> set[str]:
            models: tuple[Any, ...] = (Namespace, Topic)
            return {deletion.name_of(session, row) for model in models for row in session.scalars(select(model))}

        return self.center.read(read)

    def owners(self, name: str) -> set[str]:
        """Who holds a grant on the place itself."""
        kind = 4 if "://" in name else 3

        def read(session: Session) -> set[str]:
            rows = session.scalars(select(MODELS[kind]))
            ids = [row.id for row in rows if deletion.name_of(session, row) == name]
            on = select(Grant.role_id).where(Grant.res_type == kind, Grant.res_id.in_(ids))
            return {roles.find(session, role).role_name for role in session.scalars(on)}

        return self.center.read(read)

    def jobs(self) -> set[tuple[str, str, str]]:
        """(cluster, action, state) of all jobs."""
        by_id = {number: name for name, number in self.ids.items()}
        rows = self.center.read(lambda session: list(session.scalars(select(ProvisioningJob))))
        return {(by_id[job.cluster], job.action, job.state) for job in rows}

    def maker(self, *grants: tuple[list[int], int, int]) -> None:
        """The user `maker` with these grants: (authorities, type of place, its id)."""
        person = self.center.make(a_user, "maker")
        for authorities, kind, number in grants:
            self.center.make(a_grant, person, authorities, kind, number)


@pytest.fixture
def several(center: Center) -> Iterator[Several]:
    east, west = PlayedCluster("east"), PlayedCluster("west")
    with east.running(), west.running():
        yield Several(center, {"east": east, "west": west})


@pytest.mark.parametrize("name", ["acme/fresh", TOPIC])
def test_made_on_one_after_the_other_it_is_known_with_the_last(several: Several, name: str) -> None:
    several.maker(([104, 200, 300], TENANT, several.tenant.id))
    several.have(name, "east")
    assert several.report("east", name, "maker") == "acme lives on west, too, which has none of that name yet."
    assert name not in several.names()
    several.have(name, "west")
    assert several.report("west", name, "maker") is None
    assert name in several.names()
    assert several.owners(name) == {"maker"}
    entry = several.center.read(trail.entries, entity="topic" if "://" in name else "namespace")[-1]
    assert (entry.action.partition(".")[2], entry.actor, entry.entity_key) == ("create", "maker", name)
    both = {(cluster, *job) for cluster in ("east", "west") for job in (("create", "ready"), ("read", "pending"))}
    assert several.jobs() == both
    revision = several.center.read(trail.current_revision)
    assert several.report("east", name, "maker") is None
    assert several.center.read(trail.current_revision) == revision


def test_with_a_shared_configuration_store_the_first_report_is_enough(several: Several) -> None:
    several.have("acme/fresh", "east", "west")
    assert several.report("east", "acme/fresh") is None
    assert several.center.read(trail.entries, entity="namespace")[-1].actor == "broker (east)"


def refuses(several: Several) -> None:
    several.played["west"].wrong["/persistent/acme/orders/made/partitions"] = lambda: (500, b"")


def makes_no_sense(several: Several) -> None:
    several.played["west"].wrong["/persistent/acme/orders/made/partitions"] = lambda: (200, b"[]")


def is_away(several: Several) -> None:
    several.center.make(
        lambda session: setattr(session.get_one(Cluster, several.ids["west"]), "admin_url", "http://127.0.0.1:1")
    )


@pytest.mark.parametrize("why", [refuses, makes_no_sense, is_away])
def test_a_cluster_that_does_not_say_so_is_named(several: Several, why: Any) -> None:
    several.have(TOPIC, "east", "west")
    why(several)
    assert several.report("east", TOPIC) == "acme lives on west, too, which does not say whether it has one."
    assert several.names() == {"acme/orders"}


def test_one_that_was_given_up_is_not_asked(several: Several) -> None:
    several.have(TOPIC, "east")
    several.center.make(lambda session: setattr(session.get_one(Cluster, several.ids["west"]), "gone", 1))
    assert several.report("east", TOPIC) is None
    assert several.played["west"].calls == 0
    assert TOPIC in several.names()


def test_that_a_cluster_lacks_a_non_persistent_topic_says_nothing(several: Several) -> None:
    several.have(FLEETING, "east")
    assert several.report("east", FLEETING) is None
    assert FLEETING in several.names()


def test_each_of_a_report_is_judged_for_itself(several: Several) -> None:
    names = ["acme/fresh", "persistent://acme/fresh/made", TOPIC, "persistent://acme/orders/..", "persistent://x/y/z"]
    for name in names[:2]:
        several.have(name, "east", "west")
    places = [{"type": "topic" if "://" in name else "namespace", "name": name} for name in names]
    answer = several.plugins["east"].client.post(f"{BASE}/creations", json={"places": places}).json()
    codes = {line["name"]: line["code"] for line in answer["refused"]}
    assert codes == {names[2]: "lives_elsewhere_too", names[3]: "invalid_name", names[4]: "not_found"}
    assert several.names() == {"acme/orders", *names[:2]}


def test_few_looks_at_the_same_time(several: Several) -> None:
    """So a flood of reports about a slow cluster leaves threads to others. The plugin reports again."""
    several.have(TOPIC, "east", "west")
    place = {"type": "topic", "name": TOPIC}
    with ExitStack() as taken:
        for _ in range(LOOKS):
            taken.enter_context(several.center.app.state.looks.of(several.ids["east"]))
        answer = several.plugins["east"].client.post(f"{BASE}/creations", json={"places": [place]})
    assert (answer.status_code, answer.json()["code"]) == (503, "busy")
    assert several.report("east", TOPIC) is None


def test_a_cluster_of_another_tenant_has_nobody_asked(several: Several) -> None:
    several.center.make(
        lambda session: setattr(session.get_one(Tenant, several.tenant.id), "clusters", str(several.ids["west"]))
    )
    several.have(TOPIC, "east", "west")
    places = [{"type": "topic", "name": TOPIC}]
    answer = several.plugins["east"].client.post(f"{BASE}/creations", json={"places": places}).json()
    assert [line["code"] for line in answer["refused"]] == ["not_found"]
    assert several.played["west"].calls == 0


@pytest.mark.parametrize(
    ("where", "authorities", "owns"),
    [
        (TENANT, [104, 300], True),
        (NAMESPACE, [204, 300], True),
        (CLUSTER, [4], False),  # of one cluster: nothing on the other
        (NAMESPACE, [300], False),
        (NAMESPACE, [204], False),
        (ROOT, [4], False),
    ],
)
def test_who_owns_it_administers_what_it_lies_in_on_every_cluster(
    several: Several, where: int, authorities: list[int], owns: bool
) -> None:
    """So nobody gets, with a stolen credential of east, what somebody else has made on west."""
    ids = {TENANT: several.tenant.id, NAMESPACE: several.namespace.id, CLUSTER: several.ids["east"], ROOT: 0}
    several.maker((authorities, where, ids[where]))
    several.have(TOPIC, "west")
    assert several.report("east", TOPIC, "maker") is None
    assert several.owners(TOPIC) == ({"maker"} if owns else set())
    assert several.center.read(trail.entries, entity="topic")[-1].actor == "maker"


def test_who_is_not_proven_gets_nothing(several: Several) -> None:
    several.maker(([104, 200, 300], TENANT, several.tenant.id))
    several.have(TOPIC, "west")
    assert several.report("east", TOPIC, "maker", "x.y.z") is None
    assert several.owners(TOPIC) == set()
    assert several.center.read(trail.entries, entity="topic")[-1].actor == "broker (east)"


def test_rights_do_not_follow_a_migrated_topic(several: Several) -> None:
    """Another cluster may have another scalable topic of that name."""
    old = several.center.make(a_topic, several.namespace, "moved")
    several.maker(([304], 4, old.id))
    several.have("topic://acme/orders/moved", "east", "west")
    several.played["west"].wrong["/scalable/acme/orders/moved"] = lambda: (200, b"{}")
    assert several.report("east", "topic://acme/orders/moved", "maker", migrated=True) is None
    rows = several.center.read(lambda session: list(session.scalars(select(ProvisioningJob))))
    assert {job.wish for job in rows if job.action == "read"} == {'{"actor": "maker"}'}
