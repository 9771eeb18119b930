"""docs/operators/production.md, its commands as they stand and in order, on a Debian with systemd as its first process.

The machine is a container that may do what root may. It has network, as the page installs packages.
"""

import os
import re
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.containers import standins
from tests.containers.podman import TOP, build, install, podman
from tests.end_to_end.center.process import first_administrator
from tests.end_to_end.waiting import wait_until

pytestmark = [pytest.mark.soak, pytest.mark.timeout(3600)]
_PAGE = (TOP / "docs/operators/production.md").read_text(encoding="utf-8")
# On a machine systemd shares mounts itself; in a container it leaves that to others. LoadCredential needs it.
_IMAGE = f"""FROM {standins.PYTHON}
RUN apt-get update && apt-get install -y --no-install-recommends systemd systemd-sysv dbus iproute2
CMD ["sh", "-c", "mount --make-rshared / && exec /sbin/init"]
"""
_CERTIFICATE = """grep -q center.example /etc/hosts || echo '127.0.0.1 center.example' >>/etc/hosts
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=center.example \\
  -addext subjectAltName=DNS:center.example -keyout key.pem -out /usr/local/share/ca-certificates/center.crt
update-ca-certificates && cat /usr/local/share/ca-certificates/center.crt key.pem >/etc/haproxy/center.pem
"""


class Machine:
    """Commands run as root in a directory with what the page needs."""

    def __init__(self, container: str) -> None:
        # `podman exec` would set limits of the process, which this machine may not.
        pid = podman("inspect", container, "--format", "{{.State.Pid}}").strip()
        path = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        self._bash = [*f"nsenter -t {pid} -m -p -n -u -i -C env -i HOME=/root {path}".split(), "bash", "-euc"]

    def run(self, commands: str) -> str:
        """What they print. Raises RuntimeError, with all they said, when one of them fails."""
        command = [*self._bash, f"set -o pipefail; cd /root\n{commands}"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=900, stdin=subprocess.DEVNULL)
        if done.returncode:
            raise RuntimeError(f"{commands}\n{(done.stdout + done.stderr)[-5000:]}")
        return done.stdout


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """As the page leaves it before its checklist."""
    install()
    standins.make_for_the_center()
    place, name = tmp_path_factory.mktemp("machine"), f"puc-{secrets.token_hex(3)}"
    wheel = [TOP / ".ci/build-wheel", Path(sys.executable).with_name("uv"), place / "dist"]
    subprocess.run(wheel, check=True, env={**os.environ, "SOURCE_DATE_EPOCH": "1790000000"})
    (place / "Containerfile").write_text(_IMAGE)
    build(place / "Containerfile", "localhost/puc-test-machine", place)
    needed = (place / "dist", TOP / "requirements", TOP / "deploy")
    mounts = [f"-v={file}:/root/{file.name}:ro" for file in needed]
    podman("run", "-d", "--name", name, "--privileged", "--systemd=always", *mounts, "localhost/puc-test-machine")
    try:
        made = Machine(name)
        wait_until("systemd", lambda: "running" in made.run("systemctl is-system-running || true"), 60, pause=0.5)
        printed = [made.run("\n".join(_commands(heading))) for heading in "12345"]
        assert first_administrator(printed[-1])
        made.run(_CERTIFICATE + "\n".join(_commands("6")))
        yield made
    finally:
        podman("rm", "-f", name)


def _commands(heading: str) -> list[str]:
    (section,) = re.findall(rf"(?ms)^## {heading}.*?(?=^## |\Z)", _PAGE)
    return re.findall(r"(?ms)^```sh\n(.*?)^```$", section)


def test_the_checklist(machine: Machine) -> None:
    settings, checks = _commands("7")
    outputs = [machine.run(f"{settings}# {command.strip()} || echo status $?") for command in checks.split("# ")[1:]]
    active, ready, through, port, readable, backup, metrics, _no_clock_in_a_container, doctor = outputs
    assert (active, readable, port.split()[3], port.count("\n")) == ("active\nenabled\n", "", "127.0.0.1:8080", 1)
    assert '"status":"ok"' in ready == through
    assert re.match(r"(?s)Result=success\n.*\n1 timers listed", backup)
    assert int(metrics) > 20
    assert "problem" not in doctor


def test_a_service_that_was_killed_is_there_again(machine: Machine) -> None:
    before = machine.run("systemctl show -p MainPID user-center; systemctl kill -s KILL user-center")
    wait_until(
        "another process", lambda: machine.run("systemctl show -p MainPID user-center") not in (before, "MainPID=0\n")
    )
    machine.run("curl -sf --retry 60 --retry-delay 1 --retry-connrefused http://127.0.0.1:8080/health/ready")


def test_a_restore_and_an_upgrade(machine: Machine) -> None:
    (settings, _), (restore,), (upgrade,) = map(_commands, ("7", "Back-ups", "Upgrade"))
    machine.run("systemctl start user-center-backup")
    file = machine.run("ls /var/backups/user-center | tail -n 1").strip()
    assert "restored: " in machine.run(settings + restore.replace("/FILE", f"/{file}"))
    machine.run(settings + upgrade)
    machine.run("curl -sf --retry 60 --retry-delay 1 --retry-connrefused http://127.0.0.1:8080/health/ready")
