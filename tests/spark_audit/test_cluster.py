"""`spark-submit` to a real cluster on this machine, a master and two workers: the same bytes as on a laptop."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import pyspark
import pytest

from spark_audit.jobs.run_order import Order
from tests.end_to_end.ports import end, free_ports
from tests.end_to_end.waiting import wait_until
from tests.spark_audit import sample

HOME = Path(pyspark.__file__).parent
TOP = Path(__file__).parents[2]
pytestmark = [pytest.mark.soak, pytest.mark.timeout(900)]


@contextmanager
def _daemon(log: Path, *arguments: object) -> Iterator[None]:
    command = [str(HOME / "bin" / "spark-class"), *map(str, arguments)]
    place = {**os.environ, "SPARK_HOME": str(HOME), "SPARK_DAEMON_MEMORY": "192m"}
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output, start_new_session=True, env=place)
    try:
        yield
    finally:
        end(process)


@pytest.fixture
def master(tmp_path: Path) -> Iterator[str]:
    """The address of a master with two workers of one core each."""
    port, site, *sites = free_ports(4)
    with ExitStack() as cluster:
        place = ["--host", "127.0.0.1", "--port", port, "--webui-port", site]
        cluster.enter_context(_daemon(tmp_path / "master.log", "org.apache.spark.deploy.master.Master", *place))
        log = tmp_path / "master.log"
        wait_until("the master", lambda: "I have been elected leader" in log.read_text(), seconds=180)
        for number, worker_site in enumerate(sites):
            size = ["-c", 1, "-m", "1g", "-d", tmp_path / f"worker-{number}", "--webui-port", worker_site]
            worker = [
                "org.apache.spark.deploy.worker.Worker",
                "--host",
                "127.0.0.1",
                *size,
                f"spark://127.0.0.1:{port}",
            ]
            cluster.enter_context(_daemon(tmp_path / f"worker-{number}.log", *worker))
        wait_until("two workers", lambda: log.read_text().count("Registering worker") == 2, seconds=180)
        yield f"spark://127.0.0.1:{port}"


def test_two_workers_write_what_one_laptop_writes(
    order: Order, done: dict[str, bytes], master: str, tmp_path: Path
) -> None:
    """Submitted as docs/audit.md says, in client mode, with files that all of them see."""
    shutil.make_archive(str(tmp_path / "spark_audit"), "zip", TOP, "spark_audit")
    there = replace(order, out=tmp_path / "out")
    command = [
        HOME / "bin" / "spark-submit", "--master", master, "--driver-memory", "1g", "--executor-memory", "768m",
        "--conf", "spark.driver.host=127.0.0.1", "--py-files", tmp_path / "spark_audit.zip",
        TOP / "spark_audit" / "__main__.py", "run", "--events", there.events, "--history", there.history,
        "--out", there.out, "--from", there.since, "--until", there.until, "--min-coverage", "90",
    ]  # fmt: skip
    settings = {**os.environ, "SPARK_HOME": str(HOME), "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    answer = subprocess.run(list(map(str, command)), capture_output=True, text=True, env=settings, cwd=tmp_path)
    assert answer.returncode == 0, answer.stderr[-4000:]
    assert "worker-0" in "".join(path.as_posix() for path in tmp_path.glob("worker-*/app-*"))
    assert sample.tree(there.out) == done
