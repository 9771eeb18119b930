"""The table of what waits, in docs/operating.md, says what the programs do."""

import inspect
import re
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import QueuePool, event

from app.api.admission.fair_queue import FairQueue
from app.api.admission.reader_slots import ReaderSlots
from app.api.admission.writers import Writers
from app.api.broker import followed_rights
from app.cli import http_client
from app.desired_state.drift import cluster_comparison
from app.messages import hook_request, smtp
from app.platform import database_engine, database_postgresql, vault
from app.platform.outgoing import look_up
from app.platform.settings import Settings
from app.providers import provider_http
from app.resources.cluster_views import cluster_query
from app.resources.provisioning import content_calls, provisioner
from app.resources.pulsar import admin_http
from app.server import http_protocol, http_server

ROOT = Path(__file__).parents[2]
_JAVA = ROOT / "pulsar_plugins"


def _default(function: Any, name: str) -> float:
    return float(inspect.signature(function).parameters[name].default)


def _number(path: Path, before: str) -> int:
    """The number in a source after this text."""
    found = re.search(rf"{re.escape(before)}\D*?([0-9_]+)", path.read_text())
    assert found is not None, before
    return int(found[1].replace("_", ""))


def _milliseconds(file: str, before: str) -> float:
    """The number in a Java source after this text, in seconds."""
    (path,) = _JAVA.glob(f"*/src/main/java/**/{file}.java")
    return _number(path, before) / 1000


BOUNDS = {
    "the center for a request with its body": http_protocol.REQUEST_SECONDS,
    "the center for a client that does not take its answer": http_protocol.REQUEST_SECONDS,
    "an idle connection for its next request": http_server._KEEP_ALIVE_SECONDS,
    "a sign-in for its turn": _default(FairQueue.__init__, "seconds"),
    "a change for the changes before it": _default(Writers.__init__, "wait_seconds"),
    "a reader for one of 16 places": _default(ReaderSlots.__init__, "wait_seconds"),
    "other changes for one that is being made": Settings.model_fields["change_seconds"].default,
    "other changes for a center that hangs": database_engine.HANG_SECONDS,
    "the center for a free one of its connections": _default(QueuePool.__init__, "timeout"),
    "the center for a new connection": database_engine.CONNECT_SECONDS,
    "the center for the answer to one statement": database_engine.ANSWER_SECONDS,
    "an instance at its start": _number(ROOT / "migrations/env.py", "_PATIENCE_SECONDS ="),
    "the center at its end": http_server._SHUTDOWN_SECONDS,
    "the center for one answer of a cluster": admin_http._REQUEST_SECONDS,
    "a job on a cluster": provisioner.JOB_SECONDS,
    "the same for what a cluster": cluster_query.SECONDS,
    "the same for all brokers": cluster_query.BROKERS_SECONDS,
    "a comparison of a cluster": cluster_comparison._SECONDS,
    "reading a cluster that is taken over": content_calls.MOST_SECONDS,
    "the center for the company's provider": provider_http._SECONDS,
    "the center for a mail server": smtp._IN_ALL_SECONDS,
    "the center for a web hook's receiver": hook_request._IN_ALL_SECONDS,
    "the center at its start for Vault": vault._SECONDS,
    "the center for the look-up of a name": look_up.SECONDS,
    "a broker's plugin for a connection": _milliseconds("PluginSettings", 'number("userCenterConnectTimeoutMillis",'),
    "the same for a password": _milliseconds("PluginSettings", 'number("userCenterAuthenticateTimeoutMillis",'),
    "the same for a snapshot": _milliseconds("UserCenterClient", "SNAPSHOT_DEADLINE_MILLIS ="),
    "the same for every other call": _milliseconds("UserCenterClient", "CALL_DEADLINE_MILLIS ="),
    "the same for a sign of life": _milliseconds("RightsFeed", "FEED_PATIENCE_MILLIS ="),
    "the client plugin for a connection": _milliseconds("SignInParameters", 'millis(values, "connectTimeoutMillis",'),
    "the same for its answer": _milliseconds("SignInParameters", 'millis(values, "readTimeoutMillis",'),
    "the command line for a connection": http_client._TIMEOUT.connect,
    "the same for the next bytes": http_client._TIMEOUT.read,
    "the console for an answer": _number(ROOT / "console/src/api/patientFetch.ts", "PATIENCE_MS =") / 1000,
}
"""How a line begins → seconds."""


@pytest.fixture(scope="module")
def lines() -> list[list[str]]:
    text = (ROOT / "docs/operating.md").read_text()
    section = text.split("## What waits, and for how long")[1].split("\n## ")[0]
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in section.splitlines() if line.startswith("| ")][
        2:
    ]


@pytest.mark.parametrize("begin", BOUNDS)
def test_the_page_has_each_bound(lines: list[list[str]], begin: str) -> None:
    (line,) = [cells for cells in lines if cells[0].startswith(begin)]
    first = re.search(r"[0-9]+", line[1])
    assert first is not None
    assert int(first[0]) == BOUNDS[begin]


def test_every_other_line_of_the_page_is_known(lines: list[list[str]]) -> None:
    """Lines without a bound of ours, and SQLite's, which is part of a text."""
    others = [cells for cells in lines if not cells[0].startswith(tuple(BOUNDS))]
    assert [cells[1] for cells in others if not cells[1].startswith("none of")] == ["15"]
    assert "busy_timeout=15000" in inspect.getsource(database_engine)
    assert f"after {followed_rights.SEND_SECONDS}" in str(lines)
    assert f"({database_postgresql.CANCEL_SECONDS} s more" in str(lines)
    assert f"silent for {_milliseconds('UserCenterClient', 'SNAPSHOT_SILENCE_MILLIS ='):g}" in str(lines)


def test_the_console_asks_only_by_the_fetch_that_ends() -> None:
    sources = [path.read_text() for path in (ROOT / "console/src").rglob("*.ts*")]
    assert [len(found) for text in sources if (found := re.findall(r"(?<![\w.])fetch\(", text))] == [1]
    assert "fetch: patientFetch" in (ROOT / "console/src/api/client.ts").read_text()


@pytest.mark.parametrize("own", [{}, {"connect_timeout": "3"}])
@pytest.mark.parametrize(("server", "seconds"), [("postgresql+psycopg", None), ("mysql+pymysql", 7)])
def test_databases_are_waited_for_as_the_address_says_or_else_as_the_page_does(
    server: str, seconds: int | None, own: dict[str, str]
) -> None:
    """PostgreSQL's answers: tests/databases/test_silent_server.py."""
    query = "".join(f"?{name}={value}" for name, value in own.items())
    engine, connect_options = database_engine.make_engine(f"{server}://localhost/x{query}", seconds), dict[str, Any]()

    @event.listens_for(engine, "do_connect")
    def connected(_dialect: object, _record: object, _given: object, options: dict[str, Any]) -> None:
        connect_options.update(options)
        raise ConnectionError

    with pytest.raises(ConnectionError):
        engine.connect()
    assert int(connect_options["connect_timeout"]) == int(own.get("connect_timeout", database_engine.CONNECT_SECONDS))
    assert (connect_options.get("read_timeout"), connect_options.get("write_timeout")) == (seconds, seconds)
