"""A center that is killed at random moments of an import of a real cluster, again and again, comes to the same end."""

import random
import shutil
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.center.api import CenterApi
from tests.end_to_end.importing.conftest import OldCluster
from tests.end_to_end.waiting import wait_until

pytestmark = [pytest.mark.broker, pytest.mark.soak, pytest.mark.timeout(7200)]
KILLS = 50
_FILES = ("center.db", "center.db-wal", "center.db-shm")
_QUIET = ("planned", "done", "failed", "cancelled")
_SEED = 19


@pytest.fixture
def before(old_cluster: OldCluster, tmp_path: Path) -> Iterator[Callable[[], None]]:
    """Gives the center its database back as it was before any import."""
    center = old_cluster.estate.center
    center.stop()
    for name in _FILES:
        if (center.directory / name).exists():
            shutil.copy2(center.directory / name, tmp_path / name)

    def restore() -> None:
        center.stop()
        for name in _FILES:
            (center.directory / name).unlink(missing_ok=True)
            if (tmp_path / name).exists():
                shutil.copy2(tmp_path / name, center.directory / name)
        center.start()
        _admin(old_cluster).sign_in("admin")  # a session of what came later is not in the copy

    restore()
    yield restore
    restore()


def test_a_killed_import_comes_to_the_same_end(
    old_cluster: OldCluster, before: Callable[[], None], record_measurement: Callable[[str], None]
) -> None:
    path = f"/api/v1/clusters/{old_cluster.estate.cluster}/imports"
    wanted, lasts = _import_timed(old_cluster, path)
    chance, kills, rounds = random.Random(_SEED), Counter[str](), 0
    while kills.total() < KILLS:
        before()
        rounds += 1
        run = _begin(old_cluster, path)
        while (state := _state(old_cluster, path, run)) != "done":
            if state == "planned":
                _admin(old_cluster).post(f"{path}/{run}/apply")
            elif kills.total() < KILLS and (claimed := _kill_while_working(old_cluster, chance, lasts)):
                kills[claimed] += 1
            else:
                time.sleep(0.2)
        assert _import_result(old_cluster, path, run) == wanted
        print(f"round {rounds}: killed {dict(kills)}", flush=True)
    record_measurement(
        f"import killed {dict(kills)} times in {rounds} rounds; undisturbed it takes {sum(lasts.values()):.0f} s"
    )


def _kill_while_working(old_cluster: OldCluster, chance: random.Random, lasts: dict[str, float]) -> str | None:
    """Kill the center at a random moment while a worker runs; returns what was killed, if it still ran.

    The dead worker's claim is ended in the database, so that no worker waits for it.
    """
    center = old_cluster.estate.center
    file = center.directory / "center.db"
    wait_until("a worker", lambda: _value(file, f"{_CLAIM} AND claimed_until > 0") or not _value(file, _CLAIM), 120)
    time.sleep(chance.uniform(0, lasts.get(str(_value(file, _STATE)), 0)))
    center.kill()
    found = _value(file, _STATE)
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE imp_import SET claimed_until = 0")
    center.start()
    return None if found is None else str(found)


_CLAIM = "SELECT id FROM imp_import WHERE state IN ('reading', 'applying')"
_STATE = _CLAIM.replace("id", "state", 1)


def _value(file: Path, query: str) -> Any:
    with closing(sqlite3.connect(file, timeout=30)) as database:
        row = database.execute(query).fetchone()
    return row and row[0]


def _admin(old_cluster: OldCluster) -> CenterApi:
    return old_cluster.estate.admin


def _begin(old_cluster: OldCluster, path: str) -> int:
    return int(_admin(old_cluster).post(path)["id"])


def _state(old_cluster: OldCluster, path: str, run: int) -> str:
    return str(_admin(old_cluster).get(f"{path}/{run}")["state"])


def _import_timed(old_cluster: OldCluster, path: str) -> tuple[dict[str, Any], dict[str, float]]:
    """Undisturbed, and how many seconds each part took."""
    run, lasts = _begin(old_cluster, path), dict[str, float]()
    for part, state in (("reading", "planned"), ("applying", "done")):
        began = time.monotonic()
        wait_until(state, lambda: _state(old_cluster, path, run) in _QUIET, 600, pause=0.1)
        assert _state(old_cluster, path, run) == state
        if state == "planned":
            _admin(old_cluster).post(f"{path}/{run}/apply")
            wait_until("applying", lambda: _state(old_cluster, path, run) != "planned", 60, pause=0.2)
        lasts[part] = time.monotonic() - began
    return _import_result(old_cluster, path, run), lasts


def _import_result(old_cluster: OldCluster, path: str, run: int) -> dict[str, Any]:
    """What the import made, by names; asserts that nothing remains to be made."""
    report = _admin(old_cluster).get(f"{path}/{run}/report")
    assert (report["comes"], report["refused"], report["proof"]["unexplained"]) == ({}, [], 0)
    return {"exists": report["exists"], "differs": report["differs"], "not_carried": report["not_carried"]}
