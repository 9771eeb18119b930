"""`pulsar-admin functions`, `sources` and `sinks`: a whole life by who may, every command refused to everybody else."""

import re
from pathlib import Path

import pytest

from tests.end_to_end.clients.java import JavaSignIn, PulsarAdmin
from tests.end_to_end.estate import Estate
from tests.end_to_end.functions.worker import EXAMPLES, EXCLAMATION, connectors
from tests.end_to_end.matrix.matrix import Callers
from tests.end_to_end.waiting import wait_until

pytestmark = [pytest.mark.broker, pytest.mark.soak, pytest.mark.timeout(1800)]
_NAMESPACE = ("--tenant", "matrix", "--namespace", "space")
_TOPIC = "persistent://matrix/space/letters"
_OTHER = "persistent://matrix/space/doomed"


@pytest.fixture(scope="module")
def jar(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return connectors(tmp_path_factory.mktemp("connectors"))


def name_of(kind: str, caller: str) -> str:
    """One for each caller: Pulsar keeps the package of a function that is deleted, under the function's name."""
    return f"{kind}-{re.sub('[^a-z0-9]', '-', caller)}"


def life(kind: str, caller: str, jar: Path) -> dict[str, tuple[str, ...]]:
    """Every command, in an order in which each can be carried out."""
    named = (*_NAMESPACE, "--name", name_of(kind, caller))
    made = {
        "functions": ("--jar", str(EXAMPLES), "--classname", EXCLAMATION, "--inputs", _TOPIC, "--output", _OTHER),
        "sources": ("--archive", str(jar), "--classname", "Ticks", "--destination-topic-name", _TOPIC),
        "sinks": ("--archive", str(jar), "--classname", "Forgetting", "--inputs", _TOPIC),
    }[kind]
    commands = {"create": (*named, *made), "list": _NAMESPACE}
    commands |= dict.fromkeys(("get", "status"), named)
    commands |= {"stats": named} if kind == "functions" else {}
    # A function is updated by what it is to become; the archive stays.
    commands["update"] = (*named, "--cpu", "1.5")
    commands |= dict.fromkeys(("stop", "start", "restart", "delete"), named)
    return commands


def program(worker: Estate, callers: Callers, caller: str, directory: Path) -> PulsarAdmin:
    """`bin/pulsar-admin` as that caller."""
    urls = worker.broker.admin_url, worker.broker.service_url
    return PulsarAdmin(directory / caller.replace(" ", "-"), *urls, JavaSignIn.token(callers.token(caller)))


def runs(admin: PulsarAdmin, kind: str, caller: str) -> bool:
    """Whether its instance runs, by the program's own answer."""
    return '"running" : true' in admin(kind, "status", *_NAMESPACE, "--name", name_of(kind, caller))[1]


@pytest.mark.parametrize("kind", ["functions", "sources", "sinks"])
@pytest.mark.parametrize("caller", ["205@namespace", "super user"])
def test_allowed_callers_may_run_every_command(
    worker: Estate, callers: Callers, jar: Path, tmp_path: Path, kind: str, caller: str
) -> None:
    admin = program(worker, callers, caller, tmp_path)
    for command, arguments in life(kind, caller, jar).items():
        if command == "update":
            wait_until(f"{kind} of {caller}", lambda: runs(admin, kind, caller), seconds=300, pause=2)
        status, said = admin(kind, command, *arguments)
        assert status == 0, (command, said[-2000:])


@pytest.mark.parametrize("kind", ["functions", "sources", "sinks"])
@pytest.mark.parametrize("caller", ["all but functions+{}", "nobody"])
def test_other_callers_may_run_no_command(
    worker: Estate, callers: Callers, jar: Path, tmp_path: Path, kind: str, caller: str
) -> None:
    caller = caller.format("only_functions" if kind == "functions" else kind)
    admin = program(worker, callers, caller, tmp_path)
    for command, arguments in life(kind, caller, jar).items():
        status, said = admin(kind, command, *arguments)
        assert status != 0, command
        assert "not authorized" in said, (command, said[-2000:])
