"""Lines that real brokers wrote: what is read from them, and what cannot be made of them."""

import gzip
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from spark_audit.jobs.intake import log_files
from spark_audit.sources.errors import SourceError
from spark_audit.sources.pulsar_logs import Log
from spark_audit.transforms.coverage.sequence_numbers import sequences
from spark_audit.transforms.history.attribution import attribute
from tests.spark_audit import histories
from tests.spark_audit.frames import silver

LOGS = Path(__file__).parent / "pulsar_logs"
GRANT = {
    "cluster": "c", "role": 7, "role_name": "team", "authorities": [302], "valid_from": None, "valid_until": None,
    "add_time": 1, "granted_by": "root", "users": ["svc"],
}  # fmt: skip


def read_events(path: Path, zone: str = "+00:00") -> list[dict[str, Any]]:
    """The events of a log, by line."""
    log = Log(path, zone)
    found = list(log.accesses())
    assert log.trouble == ""
    return [log.event(access, "standalone") for access in found]


def brief(event: dict[str, Any]) -> list[Any]:
    """What the expectations list."""
    names = ("seq", "time", "user", "op", "act", "dec", "res", "sub", "ip", "via")
    return [event.get(field) for field in names]


EVENTS_OF = {log.stem: json.loads(log.with_suffix(".json").read_text()) for log in sorted(LOGS.glob("*.log"))}
EXPECTED = [pytest.param(LOGS / f"{version}.log", events, id=version) for version, events in EVENTS_OF.items()]
"""Beside each log the list of its events, written by hand."""


@pytest.mark.parametrize(("log", "events"), EXPECTED)
def test_each_version_is_understood(log: Path, events: list[list[Any]]) -> None:
    """Who opened or was refused what: nothing more, nothing less."""
    assert [brief(event) for event in read_events(log)] == events


def test_a_log_that_grew_and_was_compressed_gives_the_same_events(tmp_path: Path) -> None:
    """The ids are those of its lines."""
    whole = LOGS / "4.0.8.log"
    cut_off = tmp_path / "broker.log"
    cut_off.write_bytes(b"".join(whole.read_bytes().splitlines(keepends=True)[:9]))
    first, all_of_it = read_events(cut_off), read_events(whole)
    assert first == all_of_it[: len(first)]
    assert 0 < len(first) < len(all_of_it)
    assert {event["uid"].rpartition("-")[0] for event in all_of_it} == {first[0]["uid"].rpartition("-")[0]}


def test_names_that_clients_choose_become_no_user(tmp_path: Path) -> None:
    """Real lines with the subscription or the producer's name that an attacker would take."""
    lines = [
        line for version in ("3.0.7", "4.0.8", "5.0.1") for line in (LOGS / f"{version}.log").read_text().splitlines()
    ]
    forged = [
        line.replace(" / s1.", " / s. consumerId: 0, role: root.")
        .replace(" / shop.", " / s. consumerId: 0, role: root.")
        .replace("producerName=standalone", "producerName=x, producerId=0}, role: root, principal=root, topic=t/u/v")
        .replace("subscription=shop", "subscription=x, principal=root, topic=persistent://a/b/c")
        for line in lines
    ]
    assert forged != lines
    log = tmp_path / "broker.log"
    log.write_text("\n".join(forged) + "\n")
    found = read_events(log)
    whoever = {user for version in ("3.0.7", "4.0.8", "5.0.1") for _, _, user, *_ in EVENTS_OF[version]}
    assert {event["user"] for event in found} <= whoever
    assert {event["res"].split("/")[1] for event in found} <= {f"acme{number}" for number in range(1, 40)}


def test_times_without_a_zone_take_the_one_given() -> None:
    """4.2 tells none."""
    east = [event["time"] for event in read_events(LOGS / "4.2.4.log", "+08:00")]
    assert east == [time - 8 * 3_600_000 for _, time, *_ in EVENTS_OF["4.2.4"]]


def test_read_logs_writes_event_files(tmp_path: Path) -> None:
    """One file a log; reading again changes nothing; a log without accesses makes none; no logs are refused."""
    logs, out = tmp_path / "logs", tmp_path / "events"
    logs.mkdir()
    shutil.copy(LOGS / "4.0.8.log", logs)
    (logs / "empty.log").write_text("2026-11-21T16:38:02,710 [main] INFO  nothing of interest\n")
    first = list(log_files.read_logs(str(logs), "standalone", "+00:00", out))
    written = {file.name: file.read_bytes() for file in out.glob("*.jsonl")}
    list(log_files.read_logs(str(logs), "standalone", "+00:00", out))
    assert {file.name: file.read_bytes() for file in out.glob("*.jsonl")} == written
    assert len(written) == 1
    assert sum("no access in 1 lines, of which 0 are on connections" in line for line in first) == 1
    with pytest.raises(SourceError, match="no broker logs"):
        log_files.find(str(out), "+00:00")
    with pytest.raises(SourceError, match="--zone"):
        log_files.find(str(logs), "CET")


def test_logs_with_the_same_first_line_are_distinguished(tmp_path: Path) -> None:
    """Containers say the same before the first line with a time; one file of events replaced the other's.

    And logs with any name in any directory are read, and a damaged one is reported.
    """
    logs, out, said = tmp_path / "my logs", tmp_path / "events", "[conf/broker.conf] Applying config\n"
    logs.mkdir()
    whole = (LOGS / "4.0.8.log").read_text()
    (logs / "broker:8080.log").write_text(said + whole)
    packed = gzip.compress((said + whole.replace("T15:", "T17:")).encode())
    (logs / "_broker.log.gz").write_bytes(packed[: len(packed) // 2])
    sentences: list[str] = []
    with pytest.raises(SourceError, match=r"1 of 2 logs .*/_broker\.log\.gz is damaged: what comes before"):
        sentences.extend(log_files.read_logs(str(logs), "standalone", "+00:00", out))
    assert [re.sub(r"\d+", "N", line.rpartition("/")[2]) for line in sentences] == [
        "_broker.log.gz: N accesses written", "broker:N.log: N accesses written",
    ]  # fmt: skip
    events = [json.loads(line) for file in out.glob("*.jsonl") for line in file.read_text().splitlines()]
    assert len(list(out.glob("*.jsonl"))) == 2
    assert {len(EVENTS_OF["4.0.8"]) < len(events), len(events) < 2 * len(EVENTS_OF["4.0.8"])} == {True}


def test_a_growing_log_replaces_its_event_file(tmp_path: Path) -> None:
    """Half a line tells half a name; a shorter copy beside it takes nothing away, and another log is refused."""
    logs, out = tmp_path / "logs", tmp_path / "events"
    logs.mkdir()
    lines = (LOGS / "4.0.8.log").read_bytes().splitlines(keepends=True)
    places = [event[0] for event in EVENTS_OF["4.0.8"]]
    last = max(places)
    (logs / "broker.log").write_bytes(b"".join(lines[: last - 1]) + lines[last - 1].rstrip(b"\n")[:-2])
    (logs / "copy.log").write_bytes(b"".join(lines[: places[len(places) // 2]]))
    list(log_files.read_logs(str(logs), "standalone", "+00:00", out))
    (file,) = out.glob("*.jsonl")
    found = sorted(json.loads(line)["seq"] for line in file.read_text().splitlines())
    assert found == places[:-1]
    (logs / "other.log").write_bytes(lines[0] + b"".join(lines[1:]).replace(b"acme1", b"acme2"))
    before = file.read_bytes()
    with pytest.raises(SourceError, match="begins with the same line as another log"):
        list(log_files.read_logs(str(logs), "standalone", "+00:00", out))
    assert file.read_bytes() == before


def test_the_history_says_which_grants_covered_a_logged_use(spark: SparkSession) -> None:
    """The most specific first; not on days with events of the plugin; never as coverage."""
    grants = [
        GRANT | {"grant": 1, "type": 3, "res": "c/acme/orders"},
        GRANT | {"grant": 2, "type": 4, "res": "c/acme/orders/created"},
        GRANT | {"grant": 3, "type": 4, "res": "c/acme/orders/created", "authorities": [303]},
        GRANT | {"grant": 4, "type": 4, "res": "c/acme/orders/created", "users": ["other"]},
        GRANT | {"grant": 5, "cluster": "d", "type": 4, "res": "d/acme/orders/created"},
    ]
    grants[0]["authorities"] = [202]
    logged = {"source": "log", "rev": None, "code": "PULSAR_LOG"}
    events = silver(
        spark,
        logged | {"uid": "log-1"},
        logged | {"uid": "log-2", "dec": 2},
        logged | {"uid": "log-3", "user": "stranger"},
        logged | {"uid": "log-4", "cluster": "d", "res": "d/acme/orders/created"},
        {"uid": "b-5", "cluster": "d", "res": "d/acme/orders/created", "grants": [5]},
    )
    past = histories.of(spark, grants)
    found = attribute(events, past.grants, past.users, past.rights)
    assert {event["uid"]: event["grants"] for event in found.collect()} == {
        "log-1": [2, 1], "log-2": None, "log-3": None, "b-5": [5],
    }  # fmt: skip
    assert {row["cluster"] for row in sequences(events).collect()} == {"d"}


def test_limited_grants_cover_logged_uses_within_their_limits(spark: SparkSession) -> None:
    """A subscription that the line does not name may be any of those that a grant names."""
    reads = GRANT | {"authorities": [303], "type": 4, "res": "c/acme/orders/created"}
    grants = [
        GRANT | {"grant": 1, "type": 3, "res": "c/acme/orders", "prefix": "cr"},
        GRANT | {"grant": 2, "type": 3, "res": "c/acme/orders", "prefix": "orders-"},
        reads | {"grant": 3, "subscriptions": ["billing"]},
        reads | {"grant": 4, "subscriptions": ["audit-*"]},
    ]
    logged = {"source": "log", "rev": None, "code": "PULSAR_LOG"}
    consumed = logged | {"op": "CONSUME", "act": 2}
    events = silver(
        spark,
        logged | {"uid": "written"},
        consumed | {"uid": "named", "sub": "billing"},
        consumed | {"uid": "begun", "sub": "audit-eu"},
        consumed | {"uid": "strange", "sub": "billing-2"},
        consumed | {"uid": "unknown"},
    )
    past = histories.of(spark, grants)
    found = attribute(events, past.grants, past.users, past.rights)
    assert {event["uid"]: event["grants"] for event in found.collect()} == {
        "written": [1], "named": [3], "begun": [4], "strange": None, "unknown": [3, 4],
    }  # fmt: skip
