"""The stock Go client, built once per run from tests/end_to_end/clients/go with pinned modules."""

import shutil
import subprocess
from pathlib import Path

from tests.end_to_end.clients.producing import ProducingProgram
from tests.end_to_end.stock.sides import Side

_MODULE = Path(__file__).parents[1] / "clients" / "go"


def build(target: Path) -> Path:
    """Build the steady producer. Raises RuntimeError with what the compiler says."""
    # Where Go's own archive is unpacked to; not on the path of every shell.
    go = shutil.which("go") or "/usr/local/go/bin/go"
    command = [go, "build", "-mod=readonly", "-o", str(target), "./steady"]
    done = subprocess.run(command, cwd=_MODULE, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    return target


def go_producing(program: Path, side: Side, client_id: str, key_file: Path, log: Path) -> ProducingProgram:
    """The Go client with an open producer."""
    environment = {
        "SERVICE_URL": side.estate.broker.service_url,
        "ISSUER": side.estate.center.url,
        "TOPIC": side.topic,
        "CLIENT_ID": client_id,
        "KEY_FILE": str(key_file),
    }
    return ProducingProgram([str(program)], environment, log)
