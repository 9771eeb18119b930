"""A center with an administrator and a played cluster."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from app.desired_state.importing import import_worker
from app.desired_state.importing.progress import CLAIM_MS
from app.platform.clock import now_ms
from tests.center import Center
from tests.factories import an_administrator
from tests.importing import companies
from tests.importing.played_cluster import PlayedCluster


@dataclass
class Migration:
    """A played cluster, registered at a center."""

    center: Center
    played: PlayedCluster
    root: httpx.Client
    cluster: int

    @property
    def path(self) -> str:
        """The path of its imports."""
        return f"/api/v1/clusters/{self.cluster}/imports"

    def begin(self, mapping: str | None = None) -> dict[str, Any]:
        """Begin an import, and have it read."""
        answer = self.root.post(self.path, json={} if mapping is None else {"mapping": mapping})
        assert answer.status_code == 201, answer.text
        self.work()
        return self.get(answer.json()["id"])

    def work(self, later: int = 0) -> None:
        """Have the worker do what there is to do; `later`: so many milliseconds from now."""
        import_worker.run(self.center.database, self.center.settings, now_ms() + later)

    def get(self, run: int) -> dict[str, Any]:
        """The import."""
        return self._json(self.root.get(f"{self.path}/{run}"))

    def report(self, run: int) -> dict[str, Any]:
        """Its report."""
        return self._json(self.root.get(f"{self.path}/{run}/report"))

    def apply(self, run: int, *, work: bool = True) -> dict[str, Any]:
        """Apply it."""
        answer = self.root.post(f"{self.path}/{run}/apply")
        assert answer.status_code == 200, answer.text
        if work:
            self.work(CLAIM_MS + 1)
        return self.get(run)

    def undo(self, run: int, *, rehearse: bool = False) -> dict[str, Any]:
        """Undo it; `rehearse`: only list what would go."""
        undone = self._json(self.root.get(f"{self.path}/{run}/undo"))
        if not rehearse:
            self._json(self.root.post(f"{self.path}/{run}/undo"))
            self.work(CLAIM_MS + 1)
        return undone

    @staticmethod
    def _json(answer: httpx.Response) -> dict[str, Any]:
        assert answer.status_code == 200, answer.text
        return dict(answer.json())


@pytest.fixture
def migration(center: Center) -> Iterator[Migration]:
    """The cluster `prod` with the company acme."""
    with companies.acme().running() as played:
        root = center.signed_in(center.make(an_administrator))
        body = {"name": "prod", "address": "pulsar://127.0.0.1:6650", "admin_url": played.url}
        made = root.post("/api/v1/clusters", json=body)
        assert made.status_code == 201, made.text
        yield Migration(center, played, root, made.json()["id"])
