"""Prometheus's own tool for rules, built once from its module and kept.

`go install` refuses a module with replace directives, so it is built in its own folder.
"""

import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from tests.end_to_end.pulsar.distribution import cache

_MODULE, _VERSION = "github.com/prometheus/prometheus", "v0.316.0"
_SUM = "h1:f1GRFerhTMKQma+awCoC9T820ecWeGSdF+xAlMHzZzM="


def promtool() -> Path:
    """The program. The first call takes minutes: it has the client of Kubernetes in it."""
    program = cache() / f"promtool-{_VERSION}"
    if not program.exists():
        with tempfile.TemporaryDirectory() as place:
            _build(Path(place), program)
    return program


def _build(place: Path, program: Path) -> None:
    program.parent.mkdir(parents=True, exist_ok=True)
    (place / "go.mod").write_text("module rules\n")
    download = json.loads(_go(place, "mod", "download", "-json", f"{_MODULE}@{_VERSION}"))
    if download["Sum"] != _SUM:
        raise RuntimeError(f"{_MODULE} {_VERSION} is not what it was")
    sources = place / "sources"
    shutil.copytree(download["Dir"], sources)
    subprocess.run(["chmod", "-R", "u+w", str(sources)], check=True)  # the module cache is read-only
    (sources / "go.work").unlink()  # it names folders that are other modules, and missing here
    built = place / "promtool"
    _go(sources, "build", "-tags", "remove_all_sd", "-o", str(built), "./cmd/promtool")
    shutil.move(built, program)


def _go(where: Path, *arguments: str) -> str:
    go = shutil.which("go") or "/usr/local/go/bin/go"
    done = subprocess.run([go, *arguments], cwd=where, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"go {arguments[0]}: {done.stderr[-2000:]}")
    return done.stdout
