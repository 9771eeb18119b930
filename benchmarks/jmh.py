"""Runs benchmarks of the plugin by JMH in separate JVMs. JMH's gc profiler counts allocations."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

Row = dict[str, Any]

ROUNDS = 3
_POM = Path(__file__).parents[1] / "pulsar_plugins" / "broker" / "pom.xml"
_TIMES = ["-f", "1", "-wi", "2", "-w", "500ms", "-i", "3", "-r", "400ms", "-foe", "true", "-prof", "gc"]

_QUICK_TIMES = ["-f", "1", "-wi", "1", "-w", "200ms", "-i", "1", "-r", "200ms", "-foe", "true", "-prof", "gc"]


class Jmh:
    """Runs benchmarks of the plugin in separate JVMs; `quick`: one short round of each."""

    def __init__(self, folder: Path, *, quick: bool = False) -> None:
        self._folder, self._quick = folder, quick
        file = folder / "class-path"
        goals = ["test-compile", "dependency:build-classpath", f"-Dmdep.outputFile={file}", "-Dmdep.includeScope=test"]
        # Tests compile the same sources without JMH's generator, and Maven would find nothing left to do.
        shutil.rmtree(_POM.parent / "target" / "test-classes", ignore_errors=True)
        subprocess.run(["mvn", "-q", "-B", "-ntp", "-P", "bench", "-f", str(_POM), *goals], check=True)
        parts = [folder / "test-classes", folder / "classes"]
        for part in parts:  # a copy, because a parallel build may delete the classes
            shutil.copytree(_POM.parent / "target" / part.name, part)
        self._class_path = os.pathsep.join([*map(str, parts), file.read_text()])

    def best(self, benchmarks: str, *options: str, times: int = ROUNDS) -> dict[str, Row]:
        """Name of the method → best round of the benchmark."""
        rounds = [self._run(benchmarks, *options) for _ in range(1 if self._quick else times)]
        return {
            name: min((measured[name] for measured in rounds), key=lambda side: float(side["ns"])) for name in rounds[0]
        }

    def program(self, name: str, *arguments: str) -> str:
        """Run a program of the benchmarks; returns its output."""
        command = [self._java(), "-Xmx2g", "-cp", self._class_path, name, *arguments]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout

    def _java(self) -> str:
        home = os.environ.get("JAVA_HOME")
        return str(Path(home) / "bin" / "java") if home else shutil.which("java") or "java"

    def _run(self, benchmarks: str, *options: str) -> dict[str, Row]:
        result = self._folder / "jmh.json"
        command = [
            self._java(),
            "-Xmx2g",
            "-cp",
            self._class_path,
            "org.openjdk.jmh.Main",
            benchmarks,
            *(_QUICK_TIMES if self._quick else _TIMES),
            *options,
        ]
        subprocess.run([*command, "-rf", "json", "-rff", str(result)], check=True, stdout=subprocess.DEVNULL)
        return {entry["benchmark"].rsplit(".", 1)[-1]: _numbers(entry) for entry in json.loads(result.read_text())}


def _numbers(entry: Row) -> Row:
    allocated = next(
        metric for name, metric in entry["secondaryMetrics"].items() if name.endswith("gc.alloc.rate.norm")
    )
    # Fractions of a byte come from JMH's own bookkeeping.
    return {"ns": entry["primaryMetric"]["score"], "bytes": allocated["score"]}
