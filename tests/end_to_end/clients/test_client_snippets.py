"""docs/clients.md, piece by piece, against the real broker and the real center."""

import json
import os
import pathlib
import re
import shutil
import subprocess
from pathlib import Path

import pulsar
import pytest

from tests.end_to_end.clients import snippets
from tests.end_to_end.clients.java import CLIENT_JAR
from tests.end_to_end.conftest import WRITE_TOPIC, new_business
from tests.end_to_end.estate import Estate, secret_file
from tests.end_to_end.pulsar import quick_start
from tests.end_to_end.pulsar.distribution import pulsar_home
from tests.end_to_end.pulsar.quick_start import FLAGS, java

pytestmark = pytest.mark.broker
_GO_MODULE = Path(__file__).parent / "go"


@pytest.fixture(scope="module")
def constants(estate: Estate, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the pieces name in capitals, for a service that may write the topic."""
    business, directory = new_business(estate), tmp_path_factory.mktemp("page")
    account, _ = business.service("reader-of-the-page", WRITE_TOPIC)
    client_id, secret = business.owner.client_secret(account.id)
    key = {"type": "client_credentials", "client_id": client_id, "client_secret": secret}
    sign_in = {"url": estate.center.url, "clientId": client_id, "clientSecret": secret}
    return {
        "BROKER": business.url,
        "ADMIN": estate.broker.admin_url,
        "CENTER": estate.center.url,
        "TOPIC": business.topic,
        "TOKEN": account.token,
        "CLIENT_ID": client_id,
        "SECRET": secret,
        "TOKEN_FILE": str(secret_file(directory, "token.jwt", account.token)),
        "KEY_FILE": str(secret_file(directory, "key.json", json.dumps({**key, "issuer_url": estate.center.url}))),
        "SIGN_IN_FILE": str(secret_file(directory, "sign-in.json", json.dumps(sign_in))),
    }


@pytest.mark.parametrize("name", ["token", "supplier", "basic", "oauth2"])
def test_python(constants: dict[str, str], name: str) -> None:
    names: dict[str, object] = {**constants, "pulsar": pulsar, "json": json, "pathlib": pathlib}
    pieces = snippets.of_language("python")
    exec(compile(pieces[name] + pieces["send"], f"docs/clients.md, {name}", "exec"), names)
    assert isinstance(names["client"], pulsar.Client)


def test_java(constants: dict[str, str], tmp_path: Path) -> None:
    pieces = snippets.of_language("java")
    assert list(pieces) == ["token", "supplier", "basic", "oauth2", "send", "plugin"]
    source = tmp_path / "Snippets.java"
    source.write_text(snippets.java_program(pieces, list(constants)))
    run([java(), *FLAGS, "-cp", f"{CLIENT_JAR}:{pulsar_home()}/lib/*", str(source)], constants, pieces)


@pytest.mark.parametrize("name", ["oauth2", "token"])
def test_pulsar_admin(constants: dict[str, str], name: str) -> None:
    command = snippets.of_language("sh")[name]
    for constant, value in constants.items():
        command = re.sub(rf"\b{constant}\b", value, command)
    done = subprocess.run(
        ["bash", "-c", command], cwd=pulsar_home(), env={**os.environ, **quick_start.variables()},
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert '"msgInCounter"' in done.stdout, done.stdout + done.stderr


@pytest.mark.soak
def test_go(constants: dict[str, str], tmp_path: Path) -> None:
    pieces = snippets.of_language("go")
    assert list(pieces) == ["token", "supplier", "oauth2", "basic", "send"]
    shutil.copytree(_GO_MODULE, tmp_path / "go")
    (tmp_path / "go" / "main.go").write_text(snippets.go_program(pieces, list(constants)))
    built = subprocess.run(
        ["go", "build", "-mod=readonly", "-o", "snippets", "."], cwd=tmp_path / "go", capture_output=True, text=True
    )
    assert built.returncode == 0, built.stderr
    run([str(tmp_path / "go" / "snippets")], constants, pieces)


def run(command: list[str], constants: dict[str, str], pieces: dict[str, str]) -> None:
    """Each piece says OK."""
    done = subprocess.run(
        command, env={**os.environ, **constants}, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=180
    )
    said = [line for line in done.stdout.splitlines() if line.startswith(("OK ", "REFUSED "))]
    assert [line.split()[1] for line in said if line.startswith("OK ")] == list(pieces), (said, done.stderr[-2000:])
