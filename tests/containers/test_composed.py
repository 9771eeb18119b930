"""From an empty machine to a client that produces, with no step by hand: docker-compose.yml in real containers.

The images that it pulls are stand-ins (standins.py). `make soak` runs this; the first time takes a quarter of an hour.
"""

import json
import re
import secrets
import shlex
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pulsar
import pytest

from tests.containers import standins
from tests.containers.composed import Composed
from tests.containers.podman import TOP, build, install, podman
from tests.end_to_end.center.api import CenterApi
from tests.end_to_end.center.process import first_administrator
from tests.end_to_end.ports import free_ports
from tests.end_to_end.waiting import wait_until

pytestmark = [pytest.mark.soak, pytest.mark.timeout(7200)]
TOPIC = "persistent://acme/orders/created"


@pytest.fixture(scope="module")
def ports() -> dict[str, str]:
    """Port of the file → a free one."""
    return dict(zip(("8080", "8081", "6650"), map(str, free_ports(3)), strict=True))


@pytest.fixture(scope="module")
def composed(ports: dict[str, str]) -> Iterator[Composed]:
    """All of it, running."""
    install()
    standins.make_all()
    variables = {"BROKER_PORT": ports["6650"], "AUDIT_EVERY_SECONDS": "20"}
    run = Composed(f"puc-{secrets.token_hex(3)}", variables, ports)
    try:
        run.done("secrets")
        run.up("database")
        run.says("database", "ready to accept connections")
        run.up("center")
        ready = f"http://127.0.0.1:{ports['8080']}/health/ready"
        wait_until("the center", lambda: _status(ready) == 200, 60, pause=0.5)
        run.up("backup")
        run.done("files")
        run.up("broker")
        metrics = f"http://127.0.0.1:{ports['8081']}/metrics/"
        wait_until("the broker", lambda: _status(metrics) == 200, 120, pause=1)
        run.up("audit")
        yield run
    finally:
        run.down()


@pytest.fixture(scope="module")
def admin(composed: Composed, ports: dict[str, str]) -> Iterator[CenterApi]:
    """The first administrator."""
    name, secret = first_administrator(composed.logs("center"))
    with closing(CenterApi.first_sign_in(f"http://127.0.0.1:{ports['8080']}", name, secret)) as found:
        yield found


@pytest.fixture(scope="module")
def tokens(admin: CenterApi) -> dict[str, str]:
    """Of `writer`, who may write the topic, and of `stranger`, who may not."""
    cluster = admin.get("/api/v1/clusters")["items"][0]["id"]
    tenant = admin.post("/api/v1/tenants", name="acme", cluster_ids=[cluster])["id"]
    namespace = admin.post("/api/v1/namespaces", tenant_id=tenant, name="orders")["id"]
    topic = admin.post("/api/v1/topics", namespace_id=namespace, name="created")["id"]
    admin.ready(f"/api/v1/topics/{topic}")
    users = {name: admin.post("/api/v1/users", username=name, kind="service")["id"] for name in ("writer", "stranger")}
    admin.post("/api/v1/grants", user_id=users["writer"], res_type=4, res_id=topic, authorities=[302])
    admin.wait_until_enforced(cluster, 60)
    return {name: admin.post(f"/api/v1/users/{user}/tokens", name="t", days=1)["token"] for name, user in users.items()}


def _status(url: str) -> int:
    try:
        return httpx.get(url, trust_env=False, timeout=60).status_code
    except httpx.HTTPError:
        return 0


def _produce(ports: dict[str, str], token: str) -> None:
    signed_in = pulsar.AuthenticationToken(token)
    client = pulsar.Client(f"pulsar://127.0.0.1:{ports['6650']}", signed_in, operation_timeout_seconds=20)
    try:
        client.create_producer(TOPIC).send(b"hello")
    finally:
        client.close()


def test_only_the_writer_may_produce(tokens: dict[str, str], ports: dict[str, str]) -> None:
    _produce(ports, tokens["writer"])
    with pytest.raises(pulsar.AuthorizationError):
        _produce(ports, tokens["stranger"])


def test_the_audit_runs_on_its_schedule(composed: Composed, admin: CenterApi, tokens: dict[str, str]) -> None:
    def runs() -> object:
        return admin.get("/api/v1/audit/runs")["items"]

    # The first event file is finished after five minutes (userCenterEventsRollSeconds).
    wait_until("a run", runs, 150, pause=3, last=lambda: composed.logs("audit")[-800:])


def test_a_broker_in_a_new_container_finds_its_data(
    composed: Composed, tokens: dict[str, str], ports: dict[str, str]
) -> None:
    _produce(ports, tokens["writer"])
    composed.stop("broker")
    composed.up("broker")
    metrics = f"http://127.0.0.1:{ports['8081']}/metrics/"
    wait_until("the broker", lambda: _status(metrics) == 200, 120, pause=1)
    _produce(ports, tokens["writer"])


def test_nothing_is_root_or_may_be_written(composed: Composed) -> None:
    for service in ("database", "center", "backup", "broker", "audit"):
        (found,) = json.loads(podman("inspect", composed.container(service)))
        assert found["Config"]["User"].split(":")[0] not in ("", "0", "root"), service
        assert found["HostConfig"]["ReadonlyRootfs"], service
        assert found["EffectiveCaps"] in (None, []), service


def test_no_secret_is_in_descriptions_of_containers_and_images(composed: Composed) -> None:
    volumes = [f"{composed.name}-{name}" for name in ("secrets", "database-secrets", "backup-secrets")]
    mounts = [Path(volume["Mountpoint"]) for volume in json.loads(podman("volume", "inspect", *volumes))]
    known = [file.read_text() for mount in mounts for file in mount.iterdir()]
    assert len(known) == 4
    output = podman("inspect", *map(composed.container, composed.services))
    images = {container["Image"] for container in json.loads(output)}
    output += "".join(podman("history", "--no-trunc", image) + podman("inspect", image) for image in images)
    assert [secret for secret in known if secret in output] == []


def test_a_back_up_restores(composed: Composed, ports: dict[str, str], admin: CenterApi) -> None:
    """The commands of docs/operators/compose.md, by podman."""
    page = (TOP / "docs/operators/compose.md").read_text(encoding="utf-8")
    now, restore = map(shlex.split, re.findall(r"(?m)^docker compose run --rm backup (.*)", page))
    composed.says("backup", " is whole: ")
    file = composed.once("backup", *now).splitlines()[0].rpartition("/")[2]
    admin.post("/api/v1/groups", name="after the back-up")
    for service in ("audit", "backup", "center"):
        composed.stop(service)
    output = composed.once("backup", *(word.replace("FILE", file) for word in restore))
    assert "restored: " in output
    composed.up("center")
    ready = f"http://127.0.0.1:{ports['8080']}/health/ready"
    wait_until("the center", lambda: _status(ready) == 200, 60, pause=0.5)
    assert admin.get("/api/v1/groups", q="after the back-up")["items"] == []


def test_sigterm_ends_the_center(composed: Composed) -> None:
    podman("stop", "-t", "60", composed.container("center"))
    (found,) = json.loads(podman("inspect", composed.container("center")))
    assert found["State"]["ExitCode"] == 0, "137 would be a kill after a minute"


def test_the_plugin_image_copies_the_plugin_into_a_pod() -> None:
    name, volume = "localhost/puc-test-plugin", f"puc-{secrets.token_hex(3)}"
    build(TOP / "docker/plugin.Dockerfile", name, images=standins.IMAGES)
    podman("volume", "create", volume)
    try:
        where = Path(podman("volume", "inspect", volume, "--format", "{{.Mountpoint}}").strip())
        where.chmod(0o777)  # as an emptyDir is
        podman("run", "--rm", "--read-only", "--cap-drop=ALL", "-v", f"{volume}:/target", name)
        found = {file.name for file in where.iterdir()}
        assert found == {"pulsar-user-center-broker.jar", "pulsar-user-center-interceptor.nar"}
    finally:
        podman("volume", "rm", "-f", volume)
