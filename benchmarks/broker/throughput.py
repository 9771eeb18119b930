"""`pulsar-perf produce` and `consume`, and new connections per second, on three brokers that take turns."""

import os
import re
import subprocess
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pulsar

from benchmarks.broker import sides
from benchmarks.broker.sides import Side
from tests.end_to_end.clients import python
from tests.end_to_end.pulsar.distribution import pulsar_home

Row = dict[str, Any]
_ROUNDS, _SECONDS = 2, 21
_CLIENTS, _CONNECTIONS = 4, 120
_RATE = re.compile(r"Throughput (?:produced|received):.*?--- *([\d.,]+) *msg/s")


def measure(directory: Path) -> list[Row]:
    """Rows with the best round of each side, and our ratio to the stock providers and to an open broker."""
    measured: dict[str, Callable[[Side, Path], float]] = {
        "pulsar-perf produce": lambda side, conf: _perf(side, conf, "produce", "-r", "1000000", "-s", "100"),
        "pulsar-perf consume": lambda side, conf: _perf(side, conf, "consume", "-ss", "perf", "-sp", "Earliest"),
        "connections with a producer": lambda side, _: _connections(side),
    }
    with sides.three(directory) as three:
        confs = {side.name: _client_conf(directory, side) for side in three}
        rows = []
        for what, run in measured.items():
            best = {side.name: 0.0 for side in three}
            for _ in range(_ROUNDS):
                for side in three:
                    best[side.name] = max(best[side.name], run(side, confs[side.name]))
            rows += [_row(what, best["plugin"], best[name], name) for name in ("stock", "open")]
        return rows


def _client_conf(directory: Path, side: Side) -> Path:
    conf = directory / f"{side.name}-client.conf"
    conf.touch(mode=0o600)
    lines = [f"brokerServiceUrl={side.service_url}"]
    if side.token:
        plugin = "org.apache.pulsar.client.impl.auth.AuthenticationToken"
        lines += [f"authPlugin={plugin}", f"authParams=token:{side.token}"]
    conf.write_text("\n".join(lines) + "\n")
    return conf


def _perf(side: Side, conf: Path, *command: str) -> float:
    """Messages per second: the best report of the run after the warm-up."""
    options = ["-u", side.service_url, "-time", str(_SECONDS), side.topic]
    done = subprocess.run(
        [pulsar_home() / "bin" / "pulsar-perf", *command, *options],
        env={**os.environ, "PULSAR_CLIENT_CONF": str(conf)},
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=180,
    )  # fmt: skip
    rates = [float(found.replace(",", "")) for found in _RATE.findall(done.stdout + done.stderr)]
    if not rates:
        raise RuntimeError(f"pulsar-perf said no rate on {side.name}:\n{(done.stdout + done.stderr)[-2000:]}")
    return max(rates)


def _connections(side: Side) -> float:
    """New clients per second; each signs in and opens a producer."""

    def connect(_: int) -> None:
        quiet = pulsar.FileLogger(pulsar.LoggerLevel.Error, os.devnull)
        client = pulsar.Client(side.service_url, authentication=side.authentication(), logger=quiet)
        try:
            client.create_producer(side.topic, send_timeout_millis=python.SEND_TIMEOUT_MS)
        finally:
            client.close()

    started = time.perf_counter()
    with ThreadPoolExecutor(_CLIENTS) as pool:
        list(pool.map(connect, range(_CONNECTIONS)))
    return _CONNECTIONS / (time.perf_counter() - started)


def _row(what: str, ours: float, beside: float, name: str) -> Row:
    what = f"{what}, beside {'an open broker' if name == 'open' else 'stock token + native'}"
    return {"what": what, "ours": ours, "bare": beside, "unit": "/s", "ratio": ours / beside, "goal": "about 1"}
