"""A center with fake clusters. Changes are made by the API's own functions; the worker runs only on request."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.audit.trail import trail
from app.platform.clock import now_ms
from app.platform.database import Database
from app.platform.settings import Settings
from app.resources import clusters, creation, deletion, jobs, namespaces, tenants, topics
from app.resources.models import Namespace, ProvisioningJob, Tenant, Topic
from app.resources.provisioning.provisioner import Provisioner
from app.resources.resource_rows import Row
from tests.factories import Person, a_user
from tests.provisioning.fake_pulsar import FakePulsar
from tests.provisioning.worker_run import run_due

R = TypeVar("R")


@dataclass
class Clock:
    """A clock that the test moves. It begins now, because changes are stored with the real time."""

    passed: int = 0

    def __call__(self) -> int:
        return now_ms() + self.passed


class Wishes:
    """Makes the changes of a person, and runs the worker that carries them out."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self.database = database
        self.clock = Clock()
        self.tokens_for: list[str] = []
        self.provisioner = Provisioner(database, settings, self._token, self.clock)
        self._hosts = settings.allowed_cluster_hosts()
        self.person: Person = self.write(a_user)

    def write(self, change: Callable[..., R], *args: Any, **values: Any) -> R:
        """Call a domain function in one committed transaction."""
        with self.database.writing() as session:
            trail.lock_revision(session)
            return change(session, *args, **values)

    def read(self, question: Callable[[Session], R]) -> R:
        """Call a reading function."""
        with self.database.reading() as session:
            return question(session)

    def cluster(self, pulsar: FakePulsar, name: str = "prod") -> int:
        """Register the fake cluster; returns its id."""
        return self.write(
            clusters.create, "test", self.person.id, name, "pulsar://127.0.0.1:1", pulsar.url, self._hosts
        ).id

    def tenant(self, name: str, *cluster_ids: int) -> Tenant:
        """Ask for a tenant."""
        return self.write(tenants.create, self.person.username, self.person.id, name, cluster_ids)

    def namespace(self, tenant: Tenant, name: str, bundles: int = 4) -> Namespace:
        """Ask for a namespace."""
        return self.write(lambda session: self._create(session, namespaces.prepare(session, tenant, name, bundles)))

    def topic(self, namespace: Namespace, name: str, **values: Any) -> Topic:
        """Ask for a topic."""
        return self.write(lambda session: self._create(session, topics.prepare(session, namespace, name, **values)))

    def _create(self, session: Session, new: creation.NewResource[creation.R]) -> creation.R:
        return creation.create(session, self.person.username, self.person.id, new)

    def delete(self, kind: ResourceType, row: Row, *, cascade: bool = False) -> None:
        """Ask for a deletion."""

        def ask(session: Session) -> None:
            living = cast(Row, session.get_one(type(row), row.id))
            name = deletion.name_of(session, living)
            deletion.request(
                session, self.person.username, kind, living, confirm=name, cascade=cascade, user_id=self.person.id
            )

        self.write(ask)

    def run(self) -> int:
        """Let the worker carry out due jobs."""
        return run_due(self.provisioner)

    def run_later(self, milliseconds: int = 1_000_000) -> int:
        """Let time pass, then let the worker run."""
        self.clock.passed += milliseconds
        return self.run()

    def jobs(self, kind: ResourceType, row: Row) -> list[ProvisioningJob]:
        """The jobs that decide the state of a resource, by cluster."""
        found = self.read(lambda session: jobs.newest(session, kind, [row.id]))
        return sorted(found.get(row.id, []), key=lambda job: job.cluster)

    def states(self, kind: ResourceType, row: Row) -> list[str]:
        """The states of these jobs."""
        return [job.state for job in self.jobs(kind, row)]

    def exists(self, row: Row) -> bool:
        """Whether the row still exists."""
        return self.read(lambda session: session.get(type(row), row.id)) is not None

    def all_jobs(self) -> list[ProvisioningJob]:
        """Every job there is, oldest first."""
        return self.read(lambda session: list(session.scalars(select(ProvisioningJob).order_by(ProvisioningJob.id))))

    def _token(self, username: str) -> str:
        self.tokens_for.append(username)
        return f"token-of-{username}"
