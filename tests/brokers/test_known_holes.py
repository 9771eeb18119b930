"""known_holes.json: complete, consistent, read alike by center and plugin, told of brokers that run what has them."""

import datetime
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import httpx
import pytest
import yaml

from app.brokers import known_holes
from app.brokers.known_holes import HOLES, Hole
from app.resources.broker_registration import BrokerRegistration
from app.resources.models import Cluster
from tests.brokers.plugin import Plugin

_TOP = Path(__file__).parents[2]
_CASES: Mapping[str, Sequence[int] | None] = yaml.safe_load(Path(__file__).with_name("known_holes.yaml").read_text())
_PAGE = (_TOP / "docs/operators/known-holes.md").read_text(encoding="utf-8")
_SETTINGS = {None, "functionsWorkerEnabled", "enablePackagesManagement", "transactionCoordinatorEnabled"}
"""KnownHoles.java reads these."""


def _version(text: str) -> tuple[int, ...]:
    assert re.fullmatch(r"\d+\.\d+\.\d+", text)
    return tuple(map(int, text.split(".")))


@pytest.mark.parametrize("hole", HOLES.values(), ids=list(HOLES))
def test_each_entry_is_whole(hole: Hole) -> None:
    assert re.fullmatch(r"CVE-\d{4}-\d{5,6}|apache/pulsar#\d+|[a-z]+(-[a-z]+)+", hole.id)
    assert set(hole.opens) == {"en", "zh"}
    assert hole.opens["en"].endswith(".")
    assert hole.opens["zh"].endswith("。")
    assert hole.closed_by in (None, "plugin", "interceptor")
    assert set(hole.services) <= {"broker", "worker"}
    assert hole.needs in _SETTINGS
    assert hole.tried or hole.note, "what was not tried says why"
    bounds = [_version(version) for affected in hole.affected for version in affected.values()]
    assert bounds == sorted(bounds), "from and before, in order, never overlapping"
    for fixed in hole.fixed_in:
        assert hole not in (known_holes.of_version(fixed) or ())
    for tried in hole.tried:
        assert hole in (known_holes.of_version(tried) or ()), "tried where it is"


def test_the_page_says_what_the_file_says() -> None:
    assert f"of {known_holes.EDITED:%Y-%m-%d}" in _PAGE

    rows = dict(re.findall(r"(?m)^\| `([^`]+)` \| (.+) \|$", _PAGE))
    assert {name: row.split(" | ")[0] for name, row in rows.items()} == {
        hole.id: hole.opens["en"] for hole in HOLES.values()
    }
    closing = {None: "nothing", "plugin": "the plugin", "interceptor": "the interceptor"}
    assert {name: row.split(" | ")[2].split(" (")[0] for name, row in rows.items()} == {
        hole.id: closing[hole.closed_by] for hole in HOLES.values()
    }


def test_it_was_edited_on_a_day_that_has_come() -> None:
    assert datetime.datetime.now(datetime.UTC) >= known_holes.EDITED
    assert len(HOLES) == len(json.loads(known_holes.FILE.read_text(encoding="utf-8"))["holes"])


@pytest.mark.parametrize("version", _CASES)
def test_each_version_has_its_holes(version: str) -> None:
    found = known_holes.of_version(version)
    named = None if found is None else {int(hole.id.rpartition("-")[2]) for hole in found if hole.id.startswith("CVE")}
    expected = _CASES[version]
    assert named == (None if expected is None else set(expected))


@pytest.mark.parametrize(
    ("service", "kicks", "observing", "found"),
    [
        ("broker", 1, 0, set()),
        ("broker", 0, 0, {"CVE-2026-105926", "CVE-2026-105931", "CVE-2026-105932", "shadow-topic-source"}),
        ("broker", 1, 1, {"CVE-2026-105926", "CVE-2026-105931", "CVE-2026-105932", "CVE-2026-105938"}
         | {"shadow-topic-source"}),
        ("worker", 1, 0, set()),
        ("proxy", 1, 0, set()),
    ],
)  # fmt: skip
def test_what_the_plugin_closes_is_not_open(service: str, kicks: int, observing: int, found: set[str]) -> None:
    broker = BrokerRegistration(service=service, kicks=kicks, observing=observing, pulsar_version="4.0.8")
    holes = known_holes.open_holes(broker) or []
    assert {hole.id for hole in holes if not hole.needs} == found
    assert all(service in hole.services for hole in holes)


def test_a_worker_of_its_own_has_no_interceptor() -> None:
    worker = BrokerRegistration(service="worker", kicks=1, observing=0, pulsar_version="4.2.4")
    assert "CVE-2026-105936" in {hole.id for hole in known_holes.open_holes(worker) or ()}


def test_the_list_of_brokers_names_them(cluster: Cluster, plugin: Plugin, root: httpx.Client) -> None:
    for broker, pulsar in {"old": "4.2.4", "fixed": "5.0.1", "odd": "4.2.5-SNAPSHOT"}.items():
        plugin.heartbeat(0, broker, pulsar=pulsar).raise_for_status()
    listed = {
        broker["broker"]: broker["holes"]
        for broker in root.get(f"/api/v1/clusters/{cluster.id}/brokers").json()["items"]
    }
    assert (listed["fixed"], listed["odd"]) == ([], None)
    trigger = {"id": "CVE-2026-105935", "fixed_in": ["4.0.14", "4.2.5"], "needs": "functionsWorkerEnabled"}
    assert trigger in listed["old"]
