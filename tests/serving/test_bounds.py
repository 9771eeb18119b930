"""The table of what waits, in docs/operating.md, says what the programs do."""

import inspect
import re
from pathlib import Path
from typing import Any

import pytest

from app import database_engine, http_server, vault
from app.api.broker import changes
from app.api.fair_queue import FairQueue
from app.api.writers import Writers
from app.cli import http_client
from app.cluster_views import asking
from app.drift import reading
from app.messages import calling, smtp
from app.providers import provider_http
from app.provisioning import estate_calls, reconciliation
from app.pulsar import admin_http
from app.settings import Settings

ROOT = Path(__file__).parents[2]
_JAVA = ROOT / "pulsar_plugins"


def _default(function: Any, name: str) -> float:
    return float(inspect.signature(function).parameters[name].default)


def _milliseconds(file: str, before: str) -> float:
    """The number in a Java source after this text, in seconds."""
    (path,) = _JAVA.glob(f"*/src/main/java/**/{file}.java")
    found = re.search(rf"{re.escape(before)}\D*?([0-9_]+)", path.read_text())
    assert found is not None, before
    return int(found[1].replace("_", "")) / 1000


BOUNDS = {
    "the center for a request with its body": http_server.REQUEST_SECONDS,
    "the center for a client that does not take its answer": http_server.REQUEST_SECONDS,
    "an idle connection for its next request": http_server._KEEP_ALIVE_SECONDS,
    "a sign-in for its turn": _default(FairQueue.__init__, "seconds"),
    "a change for the changes before it": _default(Writers.__init__, "wait_seconds"),
    "other changes for one that is being made": Settings.model_fields["change_seconds"].default,
    "other changes for a center that hangs": database_engine.HANG_SECONDS,
    "the center at its end": http_server._SHUTDOWN_SECONDS,
    "the center for one answer of a cluster": admin_http._REQUEST_SECONDS,
    "a job on a cluster": reconciliation.JOB_SECONDS,
    "the same for what a cluster": asking.SECONDS,
    "the same for all brokers": asking.BROKERS_SECONDS,
    "a comparison of a cluster": reading._SECONDS,
    "reading a cluster that is taken over": estate_calls.MOST_SECONDS,
    "the center for the company's provider": provider_http._SECONDS,
    "the center for a mail server": smtp._IN_ALL_SECONDS,
    "the center for a web hook's receiver": calling._IN_ALL_SECONDS,
    "the center at its start for Vault": vault._SECONDS,
    "a broker's plugin for a connection": _milliseconds("PluginSettings", 'number("userCenterConnectTimeoutMillis",'),
    "the same for a password": _milliseconds("PluginSettings", 'number("userCenterAuthenticateTimeoutMillis",'),
    "the same for a snapshot": _milliseconds("UserCenterClient", "SNAPSHOT_DEADLINE_MILLIS ="),
    "the same for every other call": _milliseconds("UserCenterClient", "CALL_DEADLINE_MILLIS ="),
    "the same for a sign of life": _milliseconds("RightsFeed", "FEED_PATIENCE_MILLIS ="),
    "the client plugin for a connection": _milliseconds("SignInParameters", 'millis(values, "connectTimeoutMillis",'),
    "the same for its answer": _milliseconds("SignInParameters", 'millis(values, "readTimeoutMillis",'),
    "the command line for a connection": http_client._TIMEOUT.connect,
    "the same for the next bytes": http_client._TIMEOUT.read,
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
def test_the_page_says_it(lines: list[list[str]], begin: str) -> None:
    (line,) = [one for one in lines if one[0].startswith(begin)]
    first = re.search(r"[0-9]+", line[1])
    assert first is not None
    assert int(first[0]) == BOUNDS[begin]


def test_every_other_line_is_known(lines: list[list[str]]) -> None:
    """Those without a bound of ours, and SQLite's, which stands in a text."""
    others = [one for one in lines if not one[0].startswith(tuple(BOUNDS))]
    assert [one[1] for one in others if not one[1].startswith("none of")] == ["15"]
    assert "busy_timeout=15000" in inspect.getsource(database_engine)
    assert f"after {changes.SEND_SECONDS}" in str(lines)
    assert f"silent for {_milliseconds('UserCenterClient', 'SNAPSHOT_SILENCE_MILLIS ='):g}" in str(lines)
