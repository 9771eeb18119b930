"""Programs of others that sign people in, fetched and built once.

`python -m tests.end_to_end.relying_parties.fetched` does it ahead of time.
"""

import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from tests.end_to_end.pulsar import jars, quick_start
from tests.end_to_end.pulsar.distribution import cache

_HERE = Path(__file__).parent / "programs"
_TOP = Path(__file__).parents[3]
_OAUTH2_PROXY = "v7.15.6"
_SPRING = "spring-security-7.0.2"
_JARS = "87c4adacb241d3ae4710dd180f074dd9bc9bb4ce78e737d78803bb5d9059d58c"


def oauth2_proxy() -> str:
    """The program, built by Go, which compares every module with Go's own list of hashes."""
    go = shutil.which("go") or "/usr/local/go/bin/go"
    command = [go, "install", f"github.com/oauth2-proxy/oauth2-proxy/v7@{_OAUTH2_PROXY}"]
    return str(_cached(f"oauth2-proxy-{_OAUTH2_PROXY}", command) / "oauth2-proxy")


def node(name: str) -> list[str]:
    """The command of a program for Node, beside the packages of the lock file."""
    directory = subprocess.run([_TOP / ".ci/node"], capture_output=True, text=True, check=True).stdout.strip()
    lock = hashlib.sha256((_HERE / "package-lock.json").read_bytes()).hexdigest()[:12]
    place = _cached(f"relying-parties-{lock}", [f"{directory}/npm", "ci", "--ignore-scripts", "--no-audit"])
    shutil.copy(_HERE / name, place)
    return [f"{directory}/node", str(place / name)]


def java(name: str) -> list[str]:
    """The command of a program for Java, which compiles it."""
    libraries = jars.jars(_SPRING, _HERE / "pom.xml", _JARS)
    return [quick_start.java(), *quick_start.FLAGS, "-cp", f"{libraries}/*", str(_HERE / f"{name}.java")]


def _cached(name: str, command: list[str]) -> Path:
    """The directory of this name in the cache; if there is none, the command fills one that is renamed last."""
    place = cache() / name
    if not place.exists():
        print(f"Making {name} (once) …", flush=True)
        cache().mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache()) as aside:
            made = Path(aside) / name
            shutil.copytree(_HERE, made, ignore=lambda _, names: [file for file in names if "package" not in file])
            path = f"{Path(command[0]).parent}:{os.environ['PATH']}"
            environment = {**os.environ, "GOBIN": str(made), "PATH": path}
            done = subprocess.run(
                command, cwd=made, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
            )
            if done.returncode:
                raise RuntimeError(f"{command}: {(done.stdout + done.stderr)[-2000:]}")
            made.rename(place)
    return place


if __name__ == "__main__":
    oauth2_proxy()
    node("openid_client.mjs")
    java("SpringProgram")
