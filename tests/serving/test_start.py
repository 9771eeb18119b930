"""Starting the service as an operator does: refused when unsafe, two lines to begin with, data kept, a clean end."""

import json
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from app.platform import schema
from tests.cli.terminal import Terminal
from tests.end_to_end.center.process import begin, inherited_environment
from tests.end_to_end.ports import free_ports
from tests.end_to_end.waiting import wait_until

TOP = Path(__file__).parents[2]
SAFE = {"PUC_ISSUER": "https://center.example", "PUC_SECRET_KEY": "Zk3vQ9xT7pLw2RmB8sHc5NfJ0aYdUeGi4o1"}


def _environment(**changed: str) -> dict[str, str]:
    return {**inherited_environment(), "PYTHONPATH": str(TOP), **changed}


def _refusal(directory: Path, *arguments: str, **environment: str) -> str:
    """What it says on standard error when it does not start."""
    done = subprocess.run(
        [sys.executable, "-m", "app", *arguments],
        cwd=directory,
        env=_environment(**environment),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr


NOWHERE = {**SAFE, "PUC_DATABASE_URL": "postgresql+psycopg://center:hidden@127.0.0.1:1/center"}


@pytest.mark.parametrize("command", ["run", "export-history out"])
def test_a_database_that_does_not_answer_is_one_sentence(tmp_path: Path, command: str) -> None:
    said = _refusal(tmp_path, *command.split(), **NOWHERE, PUC_PORT=str(free_ports(1)[0]))
    assert "PUC_DATABASE_URL" in said
    assert "127.0.0.1" in said
    assert "hidden" not in said


@pytest.mark.parametrize("address", ["postgres://center:hidden@db/center", "sqlite:///none/there.db"])
def test_a_wrong_address_of_the_database_is_one_sentence(tmp_path: Path, address: str) -> None:
    said = _refusal(tmp_path, "export-history", "out", **SAFE, PUC_DATABASE_URL=address)
    assert "PUC_DATABASE_URL" in said
    assert "hidden" not in said


def test_several_workers_need_a_database_for_several(tmp_path: Path) -> None:
    said = _refusal(tmp_path, "run", "--workers", "2", **SAFE, PUC_PORT=str(free_ports(1)[0]))
    assert "--workers needs PostgreSQL or MariaDB" in said
    assert not list(tmp_path.glob("**/*.db"))
    assert "64" in _refusal(tmp_path, "run", "--workers", "65", **SAFE)


def test_a_misspelt_setting_is_named_at_each_start(tmp_path: Path) -> None:
    misspelt = {"PUC_TRUSTED_PROXY": "10.9.8.7", "PUC_SHOE_SIZE": "forty-three", "PUC_TOKEN": "of-the-command-line"}
    done = Terminal(tmp_path, {**NOWHERE, **misspelt, "PUC_PORT": str(free_ports(1)[0])}).process("run", status=2)
    said = done.stdout + done.stderr
    assert "PUC_TRUSTED_PROXY is no setting of the center" in said
    assert "did you mean PUC_TRUSTED_PROXIES?" in said
    assert "PUC_SHOE_SIZE is no setting" in said
    assert [secret for secret in ("10.9.8.7", "forty-three", "PUC_TOKEN is") if secret in said] == []


UNSAFE = {
    "nothing is set": ({"PUC_ISSUER": "", "PUC_SECRET_KEY": ""}, ["PUC_ISSUER is missing", "at least 32"]),
    "no secret": ({"PUC_SECRET_KEY": ""}, ["at least 32"]),
    "a short secret": ({"PUC_SECRET_KEY": "Zk3vQ9xT7pLw2RmB8sHc5NfJ0aYdUeG"}, ["at least 32"]),
    "a default secret": ({"PUC_SECRET_KEY": "development-secret-do-not-use-in-production"}, ["no random text"]),
    "a repeated secret": ({"PUC_SECRET_KEY": "abc123" * 8}, ["no random text"]),
    "no audience": ({"PUC_AUDIENCE": ""}, ["PUC_AUDIENCE is empty"]),
    "tokens for brokers that open the API": (
        {"PUC_AUDIENCE": "https://center.example"},
        ["PUC_AUDIENCE is the issuer"],
    ),
    "a guessable secret in development": (
        {"PUC_ENVIRONMENT": "development", "PUC_SECRET_KEY": "changeme" * 4},
        ["no random text"],
    ),
    "any host": ({"PUC_ALLOWED_HOSTS": "center,*"}, ["PUC_ALLOWED_HOSTS: '*' is no name"]),
    "any proxy": ({"PUC_TRUSTED_PROXIES": "*"}, ["PUC_TRUSTED_PROXIES: '*' is neither"]),
    "a network with an address in it": ({"PUC_TRUSTED_PROXIES": "10.0.0.5/8"}, ["'10.0.0.5/8' is neither"]),
    "every proxy": (
        {"PUC_TRUSTED_PROXIES": "10.0.0.5,0.0.0.0/0,::/0"},
        ["PUC_TRUSTED_PROXIES: '0.0.0.0/0' is wider than /8", "PUC_TRUSTED_PROXIES: '::/0' is wider than /8"],
    ),
    "every proxy in two halves": (
        {"PUC_TRUSTED_PROXIES": "0.0.0.0/1,128.0.0.0/1"},
        ["'0.0.0.0/1' is", "'128.0.0.0/1' is"],
    ),
    "every proxy as IPv6 writes IPv4": (
        {"PUC_TRUSTED_PROXIES": "::ffff:0:0/96,::/64"},
        ["'::ffff:0:0/96' is", "'::/64' is"],
    ),
    "proxies in a part of the Internet": (
        {"PUC_TRUSTED_PROXIES": "2000::/8,2001:db00::/24,fd00::/8,2a00:1450::/32"},
        ["'2000::/8' is wider than /32", "'2001:db00::/24' is wider than /32"],
    ),
    "clusters everywhere": ({"PUC_CLUSTER_NETWORKS": "0.0.0.0/0"}, ["PUC_CLUSTER_NETWORKS: '0.0.0.0/0' is wider"]),
    "web hooks everywhere": ({"PUC_WEB_HOOK_NETWORKS": "::/0"}, ["PUC_WEB_HOOK_NETWORKS: '::/0' is wider"]),
    "plain http": ({"PUC_ISSUER": "http://center.example"}, ["not loopback"]),
    "a number out of bounds": ({"PUC_ARGON2_MEMORY_KIB": "1024"}, ["PUC_ARGON2_MEMORY_KIB: "]),
    "no number": ({"PUC_PORT": "eighty"}, ["PUC_PORT: "]),
    "half an address": ({"PUC_ISSUER": "https://[::1"}, ["PUC_ISSUER is no address"]),
    "a port that is none": ({"PUC_ISSUER": "https://center.example:x"}, ["PUC_ISSUER is no address"]),
    "a password in the address": ({"PUC_ISSUER": "https://a:b@center.example"}, ["PUC_ISSUER is no address"]),
    "no address at all": ({"PUC_ISSUER": "center.example"}, ["PUC_ISSUER is no address: write it as https://"]),
    "a cluster with its scheme": (
        {"PUC_CLUSTER_ADDRESSES": "http://broker-1.example:8080"},
        ["PUC_CLUSTER_ADDRESSES: 'http://broker-1.example:8080' is no host"],
    ),
    "a cluster with its port": ({"PUC_CLUSTER_ADDRESSES": "::1,10.0.0.7:8080"}, ["'10.0.0.7:8080' is no host"]),
    "a provider with its scheme": ({"PUC_PROVIDER_ADDRESSES": "https://sso.example"}, ["PUC_PROVIDER_ADDRESSES: "]),
    "files that are not there": (
        {"PUC_SECRET_KEY": "", "PUC_SECRET_KEY_FILE": "/none/key", "PUC_DATABASE_URL_FILE": "/none/url"},
        ["PUC_SECRET_KEY_FILE: /none/key cannot be read", "PUC_DATABASE_URL_FILE: /none/url cannot be read"],
    ),
    "no driver": ({"PUC_DATABASE_URL": "mysql://center:x@db.example/center"}, ["with sqlite", "mysql+pymysql://"]),
    "a short name": ({"PUC_DATABASE_URL": "postgres://x:y@db.example/center"}, ["supported: begin it with sqlite"]),
    "an address for Java": ({"PUC_DATABASE_URL": "jdbc:postgresql://db.example/center"}, ["begin it with sqlite"]),
    "the name of a file": ({"PUC_DATABASE_URL": "center.db"}, ["of a database: begin it with sqlite"]),
}


@pytest.mark.parametrize("case", UNSAFE)
def test_an_unsafe_center_does_not_start(tmp_path: Path, case: str) -> None:
    changed, sentences = UNSAFE[case]
    done = Terminal(tmp_path, {**SAFE, **changed})("run", status=2)
    said = done.stdout + done.stderr
    assert [sentence for sentence in sentences if sentence not in said] == []
    secret = changed.get("PUC_SECRET_KEY") or SAFE["PUC_SECRET_KEY"]
    assert secret not in said
    assert not list(tmp_path.rglob("*.db"))


FILES = {
    "no text": (b"\xff\xfe", "is no text"),
    "not there": (None, "cannot be read: No such file"),
    "two addresses": (b"sqlite:///one.db\nsqlite:///two.db\n", "PUC_DATABASE_URL is more than one line"),
}


@pytest.mark.parametrize("case", FILES)
def test_a_file_that_holds_no_setting_is_named(tmp_path: Path, case: str) -> None:
    content, message = FILES[case]
    if content is not None:
        (tmp_path / "address").write_bytes(content)
    environment = {**SAFE, "PUC_DATABASE_URL": "", "PUC_DATABASE_URL_FILE": str(tmp_path / "address")}
    said = Terminal(tmp_path, environment)("migrate", status=2).stderr
    assert message in said
    assert "PUC_DATABASE_URL" in said
    assert "PUC_:" not in said
    assert list(tmp_path.glob("*.db*")) == []


class Running:
    """`usercenter run` in development, in an empty directory."""

    def __init__(self, directory: Path, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.output = directory / "output"
        self.output.unlink(missing_ok=True)
        environment = _environment(PUC_ENVIRONMENT="development", PUC_PORT=str(port))
        self.process = begin(environment, self.output, directory)
        self._wait()

    def lines(self) -> list[str]:
        """What it printed for people: the log's JSON lines left out."""
        return [line for line in self.output.read_text().splitlines() if not line.startswith("{")]

    def interrupt(self) -> int:
        """Ctrl-C; answers the exit status."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(30)

    def _wait(self) -> None:
        served = f"Pulsar User Center: {self.url}"
        wait_until("the start", lambda: served in self.lines() or self.process.poll() is not None)
        assert self.process.poll() is None, self.output.read_text()


@pytest.fixture
def port() -> int:
    return free_ports(1)[0]


@pytest.fixture
def running(tmp_path: Path, port: int) -> Iterator[Running]:
    started = Running(tmp_path, port)
    yield started
    if started.process.poll() is None:
        started.process.kill()
        started.process.wait(30)


def test_the_first_start_prints_one_secret_once_and_the_address_last(
    running: Running, tmp_path: Path, port: int
) -> None:
    migrating, first, last = running.lines()
    assert migrating == f"Migrating the database to {schema.newest()}."
    assert running.output.read_text().splitlines()[1] == first, "the log does not hide it"
    secret = first.rpartition(" ")[2]
    signed_in = httpx.post(f"{running.url}/api/v1/session", json={"username": "admin", "password": secret}, timeout=60)
    assert signed_in.json()["must_change_password"] is True
    assert last == f"Pulsar User Center: {running.url}"
    assert secret not in "".join(line for line in running.output.read_text().splitlines() if line.startswith("{"))
    assert running.interrupt() == 0

    again = Running(tmp_path, port)
    assert again.lines() == [last]
    assert again.interrupt() == 0


def test_a_missing_console_is_reported(running: Running, tmp_path: Path) -> None:
    (line,) = [line for line in running.output.read_text().splitlines() if "the console is not there" in line]
    assert json.loads(line)["directory"] == str(tmp_path / "console" / "dist")


def test_files_of_a_development_start_are_its_owners_only(running: Running, tmp_path: Path) -> None:
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in (tmp_path / "data").iterdir()}
    assert {"secret.key", "user-center.db"} <= set(modes)
    assert set(modes.values()) == {0o600}
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700


def test_a_taken_port_is_one_sentence(running: Running, tmp_path: Path, port: int) -> None:
    said = _refusal(tmp_path, "run", PUC_ENVIRONMENT="development", PUC_PORT=str(port))
    mend = "end the other program, or choose one with PUC_PORT=9000 (`make run`: PORT=9000)."
    assert said.strip() == f"Port {port} on 127.0.0.1 is taken: {mend}"


def test_another_secret_key_on_the_same_database_is_refused(running: Running, tmp_path: Path) -> None:
    running.interrupt()
    said = _refusal(
        tmp_path,
        "run",
        PUC_ENVIRONMENT="development",
        PUC_PORT=str(free_ports(1)[0]),
        PUC_SECRET_KEY=SAFE["PUC_SECRET_KEY"],
    )
    assert "PUC_SECRET_KEY is not the one" in said
    with sqlite3.connect(tmp_path / "data" / "user-center.db") as database:
        assert database.execute("SELECT count(*) FROM sys_signing_key").fetchone() == (2,)
