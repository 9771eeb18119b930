"""The Helm chart in containers: migration, replicas on one PostgreSQL, the job of the audit; brokers' init container.

Images are stand-ins (standins.py); there is no cluster here, so no service, ingress or rolling update.
"""

import json
import secrets
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import httpx
import pytest
import yaml

from tests.containers import standins
from tests.containers.played import Manifest, StartedPods
from tests.containers.podman import TOP, build, install, logs, podman
from tests.deploy.chart import render
from tests.end_to_end.center.process import first_administrator
from tests.end_to_end.waiting import wait_until
from tests.spark_audit import sample

pytestmark = [pytest.mark.soak, pytest.mark.timeout(7200)]
_IMAGE, _NAME = "localhost/puc-test-center", "center-pulsar-user-center"
_REPLICAS, _GROUP = 2, 10001
_CONTAINERS = [f"{_NAME}-pod-{number}-center" for number in range(_REPLICAS)]
_AUDIT, _PLUGIN = "localhost/puc-test-audit", "localhost/puc-test-plugin"
_VALUES = (f"image.repository={_IMAGE}", "image.tag=latest", f"replicaCount={_REPLICAS}", "image.pullPolicy=Never")


@pytest.fixture(scope="module")
def password() -> str:
    """Of the database."""
    return secrets.token_urlsafe(24)


@pytest.fixture(scope="module")
def network(password: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A network with PostgreSQL, which is called `database`."""
    install()
    standins.make_all()
    for name, image in (("center", _IMAGE), ("audit", _AUDIT), ("plugin", _PLUGIN)):
        build(TOP / f"docker/{name}.Dockerfile", image, images=standins.IMAGES)
    name = f"puc-{secrets.token_hex(3)}"
    file = tmp_path_factory.mktemp("secrets") / "password"
    file.write_text(password)
    file.parent.chmod(0o755)
    podman("network", "create", name)
    try:
        podman(
            "run", "-d", "--name", f"{name}-database", "--network", name, "--network-alias", "database",
            "-e=POSTGRES_USER=center", "-e=POSTGRES_DB=center", "-e=POSTGRES_PASSWORD_FILE=/secrets/password",
            f"-v={file.parent}:/secrets:ro", standins.POSTGRES,
        )  # fmt: skip
        yield name
    finally:
        podman("rm", "-f", "-i", f"{name}-database")
        podman("network", "rm", "-f", name)


@pytest.fixture(scope="module")
def pods(network: str, password: str) -> Iterator[list[str]]:
    """The addresses of the replicas, which are ready."""
    played = StartedPods(network)
    values = {
        "secret-key": secrets.token_urlsafe(48),
        "key-encryption-key": secrets.token_urlsafe(48),
        "backup-key": secrets.token_urlsafe(48),
        "database-url": f"postgresql+psycopg://center:{password}@database/center",
    }
    wait_until("the database", lambda: "ready to accept" in logs(f"{network}-database"), 60, pause=0.5)
    played.secret("user-center", values, _GROUP)
    (job,), (deployment,) = _manifests_of_kind("Job"), _manifests_of_kind("Deployment")
    try:
        played.run_job(job)
        played.play(deployment)
        addresses = [f"http://{played.address(container)}:8080" for container in _CONTAINERS]
        for url in addresses:
            wait_until(url, partial(_is_ready, url), 60, pause=0.5, last=lambda: logs(_CONTAINERS[0])[-2000:])
        yield addresses
    finally:
        played.down()


def _manifests_of_kind(kind: str, *values: str) -> list[Manifest]:
    return [manifest for manifest in render((*_VALUES, *values)) if manifest["kind"] == kind]


def _is_ready(url: str) -> bool:
    try:
        return httpx.get(f"{url}/health/ready", trust_env=False, timeout=60).is_success
    except httpx.HTTPError:
        return False


def _client(url: str) -> httpx.Client:
    """As the ingress calls a pod for a browser; `trustedProxies` has the network of podman."""
    headers = {"Host": "center.example", "Origin": "https://center.example", "X-Forwarded-Proto": "https"}
    return httpx.Client(base_url=url, headers=headers, trust_env=False, timeout=60)


def test_a_session_of_one_replica_counts_at_the_other(pods: list[str]) -> None:
    name, initial = first_administrator("".join(map(logs, _CONTAINERS)))
    with _client(pods[0]) as client, _client(pods[1]) as other:
        answer = client.post("/api/v1/session", json={"username": name, "password": initial})
        assert answer.status_code == 200, answer.text
        cookie = answer.headers["set-cookie"].split(";")[0]
        seen = other.get("/api/v1/session", headers={"Cookie": cookie, "Sec-Fetch-Site": "same-origin"})
        assert (seen.status_code, seen.json()["user"]["username"]) == (200, name)


def test_pods_are_as_restricted_as_the_chart_says(pods: list[str]) -> None:
    for container in _CONTAINERS:
        (found,) = json.loads(podman("inspect", container))
        assert found["Config"]["User"].split(":")[0] == "10001"
        assert found["HostConfig"]["ReadonlyRootfs"]
        assert found["EffectiveCaps"] in (None, [])


def test_no_secret_is_in_descriptions_of_the_pods(pods: list[str], password: str) -> None:
    assert password not in "".join(podman("inspect", container) + logs(container) for container in _CONTAINERS)


def test_a_back_up_of_the_job_restores(network: str, pods: list[str]) -> None:
    (cron,) = (
        manifest for manifest in _manifests_of_kind("CronJob") if manifest["metadata"]["name"].endswith("-backup")
    )
    job = cron["spec"]["jobTemplate"]["spec"]
    (container,) = job["template"]["spec"]["containers"]
    played = StartedPods(network)
    played.regroup("user-center", _GROUP)
    played.claim("center-backups", None, _GROUP)
    try:
        assert " is whole: " in played.run_job({"metadata": {"name": "backup"}, "spec": job})
        container["command"] = ["sh", "-c", "usercenter restore --yes /backups/user-center-*.backup"]
        container["env"] = [variable for variable in container["env"] if variable["name"] != "PUC_DATABASE_URL_FILE"]
        container["env"].append({"name": "PUC_DATABASE_URL", "value": "sqlite:////backups/drill.db"})
        assert "restored: " in played.run_job({"metadata": {"name": "restore"}, "spec": job})
    finally:
        played.down()


def test_the_audit_runs_in_its_pod(network: str, pods: list[str], tmp_path: Path) -> None:
    image = f"audit.image.repository={_AUDIT}", "audit.image.tag=latest", "audit.image.pullPolicy=Never"
    # The sample is of another center, with other revisions and clusters.
    window = "audit.arguments={--any-revision,--from,2026-11-07,--until,2026-11-08}"
    (cron,) = (
        manifest
        for manifest in _manifests_of_kind("CronJob", *image, window)
        if manifest["metadata"]["name"].endswith("-audit")
    )
    played = StartedPods(network)
    played.regroup("user-center", 0)
    events, _ = sample.write(tmp_path, days=2)
    played.claim("pulsar-events", events)
    played.claim("pulsar-audit", None)
    try:
        printed = played.run_job({"metadata": cron["metadata"], "spec": cron["spec"]["jobTemplate"]["spec"]})
    finally:
        played.down()
    assert "run " in printed


def test_the_init_container_of_brokers_brings_the_plugin(network: str) -> None:
    patch = yaml.safe_load((TOP / "deploy/pulsar-chart/broker.yaml").read_text())["spec"]["template"]["spec"]
    (init,), (broker,) = patch["initContainers"], patch["containers"]
    init |= {"image": f"{_PLUGIN}:latest", "imagePullPolicy": "Never"}
    broker |= {"image": standins.PYTHON, "imagePullPolicy": "Never", "command": ["/bin/ls", "-R", "/pulsar"]}
    played = StartedPods(network)
    job = {
        "metadata": {"name": "pulsar"},
        "spec": {"template": {"metadata": {}, "spec": {**patch, "restartPolicy": "Never"}}},
    }
    try:
        printed = played.run_job(job)  # this podman mounts all of the volume where `subPath` names one file of it
        assert {"pulsar-user-center-broker.jar", "pulsar-user-center-interceptor.nar"} <= set(printed.split())
    finally:
        played.down()


def test_a_pod_ends_cleanly(pods: list[str]) -> None:
    podman("stop", "-t", "30", _CONTAINERS[1])
    (found,) = json.loads(podman("inspect", _CONTAINERS[1]))
    assert found["State"]["ExitCode"] == 0, "137 would be a kill after half a minute"
