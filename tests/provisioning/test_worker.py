"""The worker wakes up for commits, keeps slow clusters apart, and ends when asked."""

import threading
from functools import partial

from app.access.names import ResourceType
from app.audit.trail import trail
from app.platform.settings import Settings
from app.resources.models import Tenant
from app.server.worker import Worker
from app.tokens import issuing, key_life
from tests.end_to_end.waiting import wait_until
from tests.provisioning.fake_pulsar import FakePulsar
from tests.provisioning.wishes import Wishes

TENANT = ResourceType.TENANT


def ready(wishes: Wishes, tenant: Tenant) -> bool:
    """The cluster has it."""
    return wishes.states(TENANT, tenant) == ["ready"]


def with_key(wishes: Wishes, settings: Settings) -> None:
    """Tokens need a key to sign with."""
    with wishes.database.writing() as session:
        trail.lock_revision(session)
        key_life.ensure(session, settings)


def test_a_commit_wakes_the_worker_and_it_shows_a_real_token(
    wishes: Wishes, settings: Settings, pulsar: FakePulsar
) -> None:
    with_key(wishes, settings)
    cluster = wishes.cluster(pulsar)
    with Worker(wishes.database, settings, poll_seconds=60):
        tenant = wishes.tenant("acme", cluster)
        wait_until("the tenant", partial(ready, wishes, tenant))
        namespace = wishes.namespace(tenant, "orders")
        wait_until("the namespace", lambda: wishes.states(ResourceType.NAMESPACE, namespace) == ["ready"])
        wishes.delete(TENANT, tenant, cascade=True)
        wait_until("the deletion", lambda: not wishes.exists(tenant))
    scheme, _, token = pulsar.tokens[0].partition(" ")
    with wishes.database.reading() as session:
        claims = issuing.verify(session, settings, token, settings.audience)
    assert (scheme, claims.user.username) == ("Bearer", "center.prod")


def test_the_worker_finds_jobs_of_another_process(wishes: Wishes, settings: Settings, pulsar: FakePulsar) -> None:
    with_key(wishes, settings)
    tenant = wishes.tenant("acme", wishes.cluster(pulsar))
    with Worker(wishes.database, settings, poll_seconds=0.05):
        wait_until("the tenant", partial(ready, wishes, tenant))


def test_a_cluster_that_hangs_keeps_nobody_waiting(wishes: Wishes, settings: Settings, pulsar: FakePulsar) -> None:
    with_key(wishes, settings)
    hanging = threading.Event()
    with FakePulsar("west").running() as west:

        def hang(_method: str, _path: str) -> None:
            hanging.wait(300)

        west.before_answer = hang
        slow = wishes.tenant("slow", wishes.cluster(west, "west"))
        cluster = wishes.cluster(pulsar)
        with Worker(wishes.database, settings, poll_seconds=0.05):
            wait_until("a call to the slow cluster", lambda: west.calls)
            for n in range(3):
                tenant = wishes.tenant(f"tenant{n}", cluster)
                wait_until("the tenant", partial(ready, wishes, tenant))
            assert wishes.states(TENANT, slow) == ["pending"]
            hanging.set()
            wait_until("the slow tenant", partial(ready, wishes, slow))


def test_the_worker_survives_faults_and_ends(wishes: Wishes, settings: Settings, pulsar: FakePulsar) -> None:
    tenant = wishes.tenant("acme", wishes.cluster(pulsar))
    worker = Worker(wishes.database, settings, poll_seconds=0.05)
    with worker:
        wait_until("a message", lambda: wishes.jobs(TENANT, tenant)[0].message)
    assert "LookupError" in str(wishes.jobs(TENANT, tenant)[0].message), "there is no key to sign with"
    assert not [thread for thread in threading.enumerate() if thread.name.startswith(("worker", "provisioning"))]
    Worker(wishes.database, settings).stop()
