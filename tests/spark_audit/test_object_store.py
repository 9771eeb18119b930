"""Events in an object store: `s3a://` is configuration of Spark, tried against a server of the S3 API."""

import base64
import hmac
import os
import shutil
import subprocess
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import replace
from email.utils import formatdate
from pathlib import Path

import pytest

from spark_audit.jobs.run_order import Order
from tests.end_to_end.ports import end, free_ports, listens
from tests.end_to_end.waiting import wait_until
from tests.spark_audit import jars, sample
from tests.spark_audit.test_program import QUICK, command

pytestmark = [pytest.mark.soak, pytest.mark.timeout(1800)]
BUCKET = "s3a://broker-logs/user-center-events"
KEY = "the-secret-of-the-auditor"


@pytest.fixture(scope="module")
def store(order: Order, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that has the events of `order` in a bucket, and wants a key."""
    place, (port,) = tmp_path_factory.mktemp("s3"), free_ports(1)
    (place / "data" / "broker-logs").mkdir(parents=True)
    settings = {
        "s3proxy.endpoint": f"http://127.0.0.1:{port}", "s3proxy.authorization": "aws-v2-or-v4",
        "s3proxy.identity": "auditor", "s3proxy.credential": KEY,
        "jclouds.provider": "filesystem-nio2", "jclouds.filesystem.basedir": str(place / "data"),
    }  # fmt: skip
    (place / "s3proxy.conf").write_text("".join(f"{setting}={value}\n" for setting, value in settings.items()))
    server = [Path(os.environ["JAVA_HOME"]) / "bin" / "java", "-Xmx128m", "-cp", f"{jars.directory('s3proxy')}/*",
              "org.gaul.s3proxy.Main", "--properties", place / "s3proxy.conf"]  # fmt: skip
    with (place / "log").open("wb") as log:
        process = subprocess.Popen(list(map(str, server)), stdout=log, stderr=log, start_new_session=True)
    try:
        wait_until("the object store", lambda: listens(port), seconds=120)
        for file in sorted(Path(order.events).iterdir()):
            _put(f"http://127.0.0.1:{port}", f"/broker-logs/user-center-events/{file.name}", file.read_bytes())
        yield f"http://127.0.0.1:{port}"
    finally:
        end(process)


def _put(address: str, path: str, content: bytes) -> None:
    """Signed as S3 wanted it first (signature version 2): enough here, and short."""
    now = formatdate(usegmt=True)
    signed = hmac.digest(KEY.encode(), f"PUT\n\napplication/x-ndjson\n{now}\n{path}".encode(), "sha1")
    sender = f"AWS auditor:{base64.b64encode(signed).decode()}"
    headers = {"Authorization": sender, "Date": now, "Content-Type": "application/x-ndjson"}
    urllib.request.urlopen(urllib.request.Request(address + path, content, headers, method="PUT")).close()


def _run(order: Order, address: str, key: str = KEY) -> subprocess.CompletedProcess[str]:
    """As docs/audit-running.md says, but with the jars from a directory."""
    settings = {
        "endpoint": address, "endpoint.region": "us-east-1", "path.style.access": "true", "access.key": "auditor",
        "secret.key": key, "attempts.maximum": "2", "retry.limit": "2",
    }  # fmt: skip
    options = " ".join(f"--conf spark.hadoop.fs.s3a.{option}={value}" for option, value in settings.items())
    spark = f"--master local[2] --jars {jars.listed('s3a')} {options} pyspark-shell"
    machine: Mapping[str, str] = QUICK | {"PYSPARK_SUBMIT_ARGS": spark}
    return subprocess.run(command(order), capture_output=True, text=True, env=machine)


def test_the_same_bytes_as_from_a_directory(order: Order, done: dict[str, bytes], store: str, tmp_path: Path) -> None:
    """Tables, results and the ledger, in which files are called by their names below the address."""
    there = replace(order, events=BUCKET, out=tmp_path / "out")
    answer = _run(there, store)
    assert answer.returncode == 0, answer.stderr
    assert sample.tree(there.out) == done


@pytest.mark.parametrize(
    ("wrong", "advice"),
    [
        ({"events": "s3a://nobodys/events"}, "s3a://nobodys/events cannot be read: there is no such bucket, see "),
        ({"events": "s3a://broker-logs/no"}, "s3a://broker-logs/no cannot be read: No such file or directory"),
        ({"key": "wrong"}, f"{BUCKET} cannot be read: access is denied, see spark.hadoop.fs.s3a.access.key"),
        ({"address": "http://127.0.0.1:9"}, f"{BUCKET} cannot be read: nobody answers there, see spark.hadoop.fs.s3a"),
    ],
)
def test_an_unreadable_store_is_reported_in_one_line(
    order: Order, done: dict[str, bytes], store: str, tmp_path: Path, wrong: dict[str, str], advice: str
) -> None:
    """No such bucket, no such directory, the wrong key, nobody there. The previous result stays."""
    there = replace(order, events=wrong.get("events", BUCKET), out=tmp_path / "out")
    shutil.copytree(order.out, there.out)
    answer = _run(there, wrong.get("address", store), wrong.get("key", KEY))
    assert answer.returncode == 2
    assert answer.stderr.splitlines()[-1].startswith(f"usercenter-audit: {advice}"), answer.stderr
    assert "Traceback" not in answer.stderr
    assert sample.tree(there.out) == done
