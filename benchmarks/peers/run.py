"""The plugin's decision compared with Kafka's StandardAuthorizer, Ranger's policy engine and Pulsar's own provider.

All have the same rights (ten holders on each topic) and the same questions; each engine's answers are compared with the
rule before anything is measured. The best round counts, and sides take turns. Peers come from Maven Central; Pulsar's
provider runs on the libraries of the server distribution, with its metadata in memory.
"""

import json
import os
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.end_to_end.pulsar.distribution import pulsar_home

Row = dict[str, Any]

_ROOT = Path(__file__).parents[2] / "pulsar_plugins"
_TIMES = ["-f", "1", "-wi", "6", "-w", "1s", "-i", "4", "-r", "500ms", "-foe", "true", "-prof", "gc"]
_QUICK_TIMES = ["-f", "1", "-wi", "1", "-w", "200ms", "-i", "1", "-r", "200ms", "-foe", "true", "-prof", "gc"]
_ROUNDS = 2
_NEVER_SLOWER = ">= 1 x"
_PEERS = (
    ("Kafka StandardAuthorizer", "KafkaBenchmark", 5_000, ">= 20 x"),
    ("Kafka StandardAuthorizer", "KafkaBenchmark", 200_000, ">= 200 x"),
    ("Ranger policy engine", "RangerBenchmark", 5_000, ">= 5 x"),
    ("PulsarAuthorizationProvider", "StockBenchmark.stock", 5_000, _NEVER_SLOWER),
)
_REMEMBERED, _TOO_MANY = 32_768, 524_288
"""Numbers of different questions, asked in turn: one that fits into our cache, and one four times as large as our
cache, so that every question misses it. The other engines cache nothing."""


def measure(*, quick: bool = False) -> list[Row]:
    """Build, measure, and return the rows for `make bench`; `quick`: one short round. Raises CalledProcessError when
    the build or JMH fails."""
    with tempfile.TemporaryDirectory() as folder:
        jvm = _Jvm(Path(folder), quick=quick)
        return [*(row for peer in _PEERS for row in _beside(jvm, *peer)), _whole(jvm)]


class _Jvm:
    """Runs benchmarks of `pulsar_plugins/peers` in separate JVMs."""

    def __init__(self, folder: Path, *, quick: bool) -> None:
        self._folder, self._quick = folder, quick
        file = folder / "class-path"
        maven = ["mvn", "-q", "-B", "-ntp", "-f", str(_ROOT / "pom.xml"), "-P", "peers", "-pl", "peers", "-am"]
        goals = ["compile", "dependency:build-classpath", f"-Dmdep.outputFile={file}"]
        subprocess.run([*maven, *goals], check=True)
        own = [str(_ROOT / "peers" / "target" / "classes"), str(_ROOT / "broker" / "target" / "classes")]
        resolved = file.read_text().split(os.pathsep)
        jmh = [jar for jar in resolved if "jmh" in jar or "jopt" in jar or "commons-math3" in jar or "nimbus" in jar]
        self._peers = os.pathsep.join([*own, *resolved])
        self._pulsar = os.pathsep.join([*own, *jmh, f"{pulsar_home()}/lib/*"])

    def best(self, benchmark: str, **parameters: int) -> Row:
        """Time and allocation of one decision, the best of some rounds."""
        rounds = [self._run(benchmark, parameters) for _ in range(1 if self._quick else _ROUNDS)]
        return min(rounds, key=lambda measured: float(measured["ns"]))

    def _run(self, benchmark: str, parameters: Mapping[str, int]) -> Row:
        home = os.environ.get("JAVA_HOME")
        java = str(Path(home) / "bin" / "java") if home else "java"
        result = self._folder / "jmh.json"
        path = self._pulsar if benchmark.startswith(("StockBenchmark", "ProviderBenchmark")) else self._peers
        times = _QUICK_TIMES if self._quick else _TIMES
        options = [part for name, value in parameters.items() for part in ("-p", f"{name}={value}")]
        command = [
            java,
            "-Xmx6g",
            "-cp",
            path,
            "org.openjdk.jmh.Main",
            benchmark,
            *options,
            *times,
        ]
        done = subprocess.run([*command, "-rf", "json", "-rff", str(result)], capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"{benchmark} failed:\n{done.stdout[-4000:]}\n{done.stderr[-2000:]}")
        return _numbers(json.loads(result.read_text())[0])


def _numbers(entry: Row) -> Row:
    secondary = entry["secondaryMetrics"]
    garbage = next(metric for name, metric in secondary.items() if name.endswith("gc.alloc.rate.norm"))
    return {"ns": entry["primaryMetric"]["score"], "bytes": garbage["score"]}


def _beside(jvm: _Jvm, name: str, benchmark: str, topics: int, goal: str) -> list[Row]:
    where = f"{name}, 10 holders x {topics:,}"

    def row(what: str, questions: int, wanted: str) -> Row:
        peer, ours = (jvm.best(side, topics=topics, questions=questions) for side in (benchmark, "OursBenchmark"))
        return _row(what, peer, ours, wanted)

    never_slower = goal if goal == _NEVER_SLOWER else ""
    return [row(where, _REMEMBERED, goal), row(f"{where}, new to our cache", _TOO_MANY, never_slower)]


def _whole(jvm: _Jvm) -> Row:
    """A whole call of the provider, from the topic's name as text to the answer, our access event included."""
    peer, ours = jvm.best("StockBenchmark.byName", topics=5_000), jvm.best("ProviderBenchmark", topics=5_000)
    return _row("PulsarAuthorizationProvider, whole call, our event too", peer, ours, _NEVER_SLOWER)


def _row(what: str, peer: Row, ours: Row, goal: str) -> Row:
    return {
        "what": f"{what} [{peer['bytes']:.0f} B, ours {ours['bytes']:.0f} B]",
        "ours": ours["ns"],
        "bare": peer["ns"],
        "unit": "ns",
        "ratio": peer["ns"] / ours["ns"],
        "goal": goal,
    }
