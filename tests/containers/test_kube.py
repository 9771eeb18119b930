"""The chart's pods, started by `podman kube play`: the migration's, then the center's, on PostgreSQL in a container.

Not a cluster: no scheduler, no hooks, no rolling update. podman knows no Job, so the pod of the migration is played as
a Pod, before the Deployment, as the hook has it.
"""

import base64
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from tests.containers import standins
from tests.containers.podman import TOP, build, installed, logs, podman
from tests.deploy.chart import rendered
from tests.end_to_end.center.process import first_administrator
from tests.end_to_end.waiting import wait_until

pytestmark = [pytest.mark.soak, pytest.mark.timeout(7200)]
_IMAGE, _HOST, _PASSWORD = "localhost/puc-test-center", "center.example", secrets.token_hex(12)
_VALUES = (
    f"image.repository={_IMAGE}", "image.tag=latest", "image.pullPolicy=Never", "replicaCount=1",
    "secret.keys.keyEncryptionKey=", "settings.PUC_SECOND_FACTOR=", "trustedProxies={0.0.0.0/0}",
)  # fmt: skip


class Played:
    """What was started, on a network of its own."""

    def __init__(self, directory: Path) -> None:
        self._directory, self.name = directory, f"puc-kube-{secrets.token_hex(3)}"
        self._files: list[Path] = []
        podman("network", "create", self.name)

    def play(self, *manifests: dict[str, Any]) -> None:
        """Start these pods; they have their own address each."""
        file = self._directory / f"{len(self._files)}.yaml"
        file.write_text(yaml.safe_dump_all(manifests))
        self._files.append(file)
        podman("kube", "play", "--network", self.name, file, seconds=300)

    def address(self, container: str) -> str:
        """Of the pod in which it runs."""
        pod = podman("inspect", "-f", "{{.Pod}}", container).strip()
        infra = podman("pod", "inspect", "-f", "{{.InfraContainerID}}", pod).strip()
        return podman(
            "inspect", "-f", f'{{{{(index .NetworkSettings.Networks "{self.name}").IPAddress}}}}', infra
        ).strip()

    def down(self) -> None:
        """Remove all of it."""
        for file in reversed(self._files):
            podman("kube", "down", file)
        podman("rm", "-f", "-i", f"{self.name}-database")
        podman("network", "rm", "-f", self.name)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    installed()
    standins.made_for_the_center()
    build(TOP / "docker" / "center.Dockerfile", _IMAGE)
    directory = tmp_path_factory.mktemp("kube")
    run = Played(directory)
    try:
        _database(run, directory)
        yield run
    finally:
        run.down()


def _database(run: Played, directory: Path) -> None:
    (directory / "password").write_text(_PASSWORD)
    name = f"{run.name}-database"
    given = {"POSTGRES_USER": "center", "POSTGRES_DB": "center", "POSTGRES_PASSWORD_FILE": "/password"}
    variables = [part for key, value in given.items() for part in ("-e", f"{key}={value}")]
    mount = f"{directory / 'password'}:/password:ro"
    podman("run", "-d", "--name", name, "--network", run.name, *variables, "-v", mount, standins.POSTGRES)
    wait_until("PostgreSQL", lambda: "ready to accept connections" in logs(name), 60, pause=0.5)


def _secret(run: Played) -> dict[str, Any]:
    url = f"postgresql+psycopg://center:{_PASSWORD}@{run.name}-database/center"
    values = {"database-url": url, "secret-key": secrets.token_urlsafe(48)}
    data = {name: base64.b64encode(value.encode()).decode() for name, value in values.items()}
    return {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "user-center"}, "data": data}


def test_the_migration_ends_and_the_center_serves_and_ends(played: Played) -> None:
    manifests = {one["kind"]: one for one in rendered(_VALUES) if one["kind"] in ("Job", "Deployment")}
    played.play(_secret(played))
    job = manifests["Job"]
    pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "migrate"}, "spec": job["spec"]["template"]["spec"]}
    played.play(pod)
    assert podman("wait", "migrate-migrate", seconds=120).strip() == "0", logs("migrate-migrate")

    played.play(manifests["Deployment"])
    container = podman("ps", "--format", "{{.Names}}", "--filter", f"ancestor={_IMAGE}").split()[0]
    url = f"http://{played.address(container)}:8080"
    wait_until("the center", lambda: _status(f"{url}/health/ready") == 200, 120, pause=0.5)
    name, secret = first_administrator(logs(container))
    with httpx.Client(base_url=url, headers={"Host": _HOST, "X-Forwarded-Proto": "https"}) as client:
        signed_in = client.post("/api/v1/session", json={"username": name, "password": secret})
        assert signed_in.status_code == 200, signed_in.text
        assert "__Host-" in signed_in.headers["set-cookie"]
    assert podman("exec", container, "id", "-u").strip() == "10001"
    podman("stop", "-t", "30", container)
    assert podman("inspect", "-f", "{{.State.ExitCode}}", container).strip() == "0"


def _status(url: str) -> int:
    try:
        return httpx.get(url, timeout=2).status_code
    except httpx.HTTPError:
        return 0
