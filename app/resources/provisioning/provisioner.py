"""Makes real clusters match the tables: carries out jobs through Pulsar's admin API.

A job takes three steps: claim it (a transaction), call the cluster (no transaction), store the outcome (a transaction,
only if the claim is still ours). After a crash in between the call is repeated, which has no second effect.
"""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from app.access.names import ResourceName, ResourceType
from app.access.naming_rules import is_system_place
from app.audit.trail import trail
from app.platform.clock import now_ms
from app.platform.database import Database
from app.platform.settings import Settings
from app.platform.telemetry import logger
from app.platform.tracing import spans
from app.resources import deletion, jobs, policies
from app.resources.job_order import CREATE, DELETE, POLICIES, READ
from app.resources.models import Cluster, ProvisioningJob
from app.resources.provisioning import cluster_abandonment, peer_registration, place_reading
from app.resources.provisioning.deletion_forecast import ClusterToAsk, how_to_ask
from app.resources.pulsar.addresses import AddressNotAllowedError
from app.resources.pulsar.admin_client import AdminClient
from app.resources.pulsar.admin_http import ClusterRefusedError, ClusterUnreachableError
from app.resources.pulsar.peers import Peer
from app.resources.pulsar.policies import Level
from app.resources.pulsar.policy_client import PolicyClient

JOB_SECONDS = 40.0
"""Limit for all calls of one job; well below `jobs.CLAIM_MS`, so that a running worker never loses its claim."""

TokenFor = Callable[[str], str]
"""User name → a short token for brokers. Passed in, because `resources` and `tokens` must not import each other."""
_SURE_AFTER_MS = 60_000
"""A place that was just made may be missing in an answer: the cluster's brokers learn of it one by one, or are still
making it."""
_log = logger(__name__)


@dataclass(frozen=True)
class _ClaimedJob:
    job: ProvisioningJob
    target: ClusterToAsk
    peers: tuple[Peer, ...]


@dataclass(frozen=True)
class Provisioner:
    """Carries out due jobs. `clock` returns epoch ms."""

    database: Database
    settings: Settings
    token_for: TokenFor
    clock: Callable[[], int] = now_ms

    def extend_deletions(self, should_stop: Callable[[], bool] = lambda: False) -> int:
        """Extend deletions to the resources below, in small transactions so that others can write in between. Returns
        the number of transactions."""
        with self.database.reading() as session:
            waiting = deletion.unfinished_extensions(session)
        done = 0
        for kind, res_id in waiting:
            done += 1
            while not should_stop() and self._extend_deletion(kind, res_id):
                done += 1
        return done

    def _extend_deletion(self, kind: ResourceType, res_id: int) -> bool:
        with trail.center_transaction(self.database) as session:
            return deletion.extend(session, kind, res_id)

    def clusters_due(self) -> list[int]:
        """The clusters with due jobs."""
        with self.database.reading() as session:
            return jobs.clusters_due(session, self.clock())

    def run_cluster(self, cluster_id: int, should_stop: Callable[[], bool] = lambda: False) -> int:
        """Do the jobs of one cluster in order, until none is due, the cluster does not answer, or `should_stop` returns
        True.

        Returns how many were tried.
        """
        tried = 0
        while not should_stop() and (claimed := self._claim(cluster_id)) is not None:
            tried += 1
            with spans.job(f"provisioning {claimed.job.action}", claimed.job.traceparent):
                if not self._carry_out(claimed):
                    break
        return tried

    def _claim(self, cluster_id: int) -> _ClaimedJob | None:
        with self.database.writing() as session:
            job = jobs.claim(session, cluster_id, self.clock())
            if job is None:
                return None
            cluster = session.get_one(Cluster, cluster_id)
            session.expunge(job)
            peers = peer_registration.peers(session, cluster, json.loads(job.wish)) if job.action == CREATE else ()
            return _ClaimedJob(job, how_to_ask(session, self.settings, cluster), peers)

    def _carry_out(self, claimed_job: _ClaimedJob) -> bool:
        """False when the cluster does not answer."""
        job, target = claimed_job.job, claimed_job.target
        if target.gone:
            self._write(job, _end_as_given_up)
            return True
        try:
            with AdminClient(target.at, self.token_for(target.username), seconds=JOB_SECONDS) as client:
                outcome = self._outcome(client, claimed_job)
        except ClusterUnreachableError as error:
            message = str(error)
            self._write(job, lambda session, row, now: jobs.unreachable(session, row, message, now))
            return False
        except (ClusterRefusedError, AddressNotAllowedError) as error:
            self._write(job, self._refusal(str(error)))
        except Exception as error:
            # An unexpected error must neither stop the other jobs nor be retried without a pause.
            _log.exception("provisioning job %s failed", job.id)
            self._write(job, self._refusal(f"the center failed: {type(error).__name__}; its log tells more"))
        else:
            while job.action == DELETE and self._shed_grants(job):
                pass
            self._write(job, outcome)
        return True

    def _outcome(self, client: AdminClient, claimed_job: _ClaimedJob) -> "_Outcome":
        """Calls the cluster. Returns what is to be stored."""
        job, cluster = claimed_job.job, claimed_job.target.cluster
        if job.action == READ:
            values = place_reading.read(client, job, cluster)
            return lambda session, row, now: _end_as_read(session, row, values, now)
        sentences = peer_registration.introduce(client, claimed_job.peers)
        fulfil(client, job, cluster, json.loads(job.wish))
        return lambda session, row, now: _end_as_fulfilled(session, row, sentences, now)

    def _refusal(self, message: str) -> "_Outcome":
        allowed = self.settings.provisioning_attempts
        return lambda _session, row, now: jobs.record_refusal(row, message, allowed, now)

    def _shed_grants(self, job: ProvisioningJob) -> bool:
        """Revoke some of many grants on a removed resource in a transaction of their own, before `finish`. False when
        few enough are left."""
        with trail.center_transaction(self.database) as session:
            row = jobs.still_mine(session, job)
            return row is not None and deletion.shed_grants(session, ResourceType(row.res_type), row.res_id)

    def _write(self, job: ProvisioningJob, outcome: "_Outcome") -> None:
        with trail.center_transaction(self.database) as session:
            row = jobs.still_mine(session, job)
            if row is not None:
                outcome(session, row, self.clock())


_Outcome = Callable[[Session, ProvisioningJob, int], None]


def fulfil(client: AdminClient, job: ProvisioningJob, cluster: str, wish: Mapping[str, Any]) -> None:
    """Carry out one job on `cluster` (its name). It may be repeated. Raises what `AdminClient` raises."""
    kind = ResourceType(job.res_type)
    if is_system_place(ResourceName.of(kind, job.name)):
        return  # from before such names were refused: the row can go, and what Pulsar keeps there stays
    if job.action == DELETE:
        remove(client, kind, job.name, cascade=bool(wish.get("cascade")))
    elif job.action == CREATE:
        _create(client, kind, job.name, cluster, wish)
    elif job.action == POLICIES:
        _set_policies(client, job, cluster, wish)
    else:
        client.grow_topic(job.name, wish["partitions"])


def remove(client: AdminClient, kind: ResourceType, name: str, *, cascade: bool = True) -> None:
    """Remove a place; `cascade`: with everything in it. It may be repeated. Raises what `AdminClient` raises."""
    if kind == ResourceType.TENANT:
        for namespace in client.namespaces(name) if cascade else []:
            remove(client, ResourceType.NAMESPACE, namespace)
        client.delete_tenant(name)
    elif kind == ResourceType.NAMESPACE:
        # Pulsar's own force is not used: brokers refuse it by default, and it would not tell which topics there were.
        for topic in client.topics(name) if cascade else []:
            client.delete_topic(topic, force=True)
        client.delete_namespace(name)
    else:
        client.delete_topic(name, force=cascade)


def _end_as_given_up(session: Session, row: ProvisioningJob, now: int) -> None:
    jobs.give_up(row, cluster_abandonment.MESSAGE, now)
    _finish(session, row)


def _end_as_fulfilled(session: Session, row: ProvisioningJob, sentences: Sequence[str], now: int) -> None:
    jobs.record_success(row, now)
    row.message = " ".join(sentences) or None
    if row.action == POLICIES:
        policies.supersede(session, row)
    _finish(session, row)


def _end_as_read(session: Session, row: ProvisioningJob, values: place_reading.Values | None, now: int) -> None:
    if values is None and now - row.add_time < _SURE_AFTER_MS:
        row.next_try, row.claimed_until = now + _SURE_AFTER_MS, 0
        return
    jobs.record_success(row, now)
    place_reading.keep(session, row, values)


def _finish(session: Session, row: ProvisioningJob) -> None:
    session.flush()
    if row.action == DELETE and not jobs.unfinished_deletions(session, row.res_type, row.res_id):
        deletion.finish(session, ResourceType(row.res_type), row.res_id)


def _create(client: AdminClient, kind: ResourceType, name: str, cluster: str, wish: Mapping[str, Any]) -> None:
    if kind == ResourceType.TOPIC:
        client.create_topic(name, wish["partitions"])
        return
    clusters = _known_clusters(client, cluster, wish["clusters"])
    if kind == ResourceType.TENANT:
        client.create_tenant(name, clusters)
    else:
        client.create_namespace(name, wish["bundles"], clusters if len(clusters) > 1 else [])


def _set_policies(client: AdminClient, job: ProvisioningJob, cluster: str, wish: Mapping[str, Any]) -> None:
    level: Level = "namespace" if job.res_type == ResourceType.NAMESPACE else "topic"
    wished, unset = dict(wish["policies"]), set(wish["unset"])
    if level == "namespace" and "replication_clusters" in unset:
        # It cannot be taken back; this is what a namespace gets when it is created.
        wished["replication_clusters"] = sorted(_known_clusters(client, cluster, wish["clusters"]))
        unset.discard("replication_clusters")
    PolicyClient(client).fulfil(level, job.name, wished, unset, cluster)


def _known_clusters(client: AdminClient, cluster: str, names: Collection[str]) -> list[str]:
    """The tenant's clusters that this cluster replicates with. Pulsar refuses names that it does not know."""
    clusters = client.clusters()
    if cluster not in clusters:
        raise ClusterRefusedError(f'the cluster knows {clusters}, but not "{cluster}": name it here as it names itself')
    return [name for name in names if name in clusters]
