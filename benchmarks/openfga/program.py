"""Runs OpenFGA: from the PATH, or built once with Go from the module proxy into the cache."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy.engine import make_url

from benchmarks.connection import Connection
from benchmarks.openfga.tuples import Tuple, model
from tests.end_to_end.ports import answers, end, free_ports
from tests.end_to_end.waiting import wait_until

VERSION = "1.22.1"
_MODULE = f"github.com/openfga/openfga/cmd/openfga@v{VERSION}"
_BATCH = 100
"""Most tuples per write."""


def program() -> str:
    """The path of OpenFGA. Raises RuntimeError when neither it nor Go is installed."""
    found = shutil.which("openfga")
    own = _cache() / f"openfga-{VERSION}" / "openfga"
    if found or own.exists():
        return found or str(own)
    if shutil.which("go") is None:
        raise RuntimeError(f"There is no openfga on the PATH, and no go to build it: go install {_MODULE}")
    print(f"  building OpenFGA {VERSION}, once; this takes some minutes …", flush=True)
    subprocess.run(["go", "install", _MODULE], env={**os.environ, "GOBIN": str(own.parent)}, check=True)
    return str(own)


def _cache() -> Path:
    return Path(os.environ.get("PUC_CACHE", Path.home() / ".cache" / "pulsar-user-center"))


class OpenFga:
    """One store with our model, asked over HTTP."""

    def __init__(self, address: str, pid: int, connection: Connection) -> None:
        self.address, self.pid, self.connection = address, pid, connection
        self._store = f"/stores/{connection.ask('POST', '/stores', {'name': 'estate'})['id']}"
        self._model = connection.ask("POST", f"{self._store}/authorization-models", model())["authorization_model_id"]

    def tell(self, facts: list[Tuple]) -> None:
        """Write relationship tuples."""
        for at in range(0, len(facts), _BATCH):
            body = {"writes": {"tuple_keys": facts[at : at + _BATCH]}}
            self.connection.ask("POST", f"{self._store}/write", body)

    def forget(self, fact: Tuple) -> None:
        """Delete a relationship tuple."""
        self.connection.ask("POST", f"{self._store}/write", {"deletes": {"tuple_keys": [fact]}})

    def check(self, user: str, relation: str, thing: str) -> bytes:
        """The request for `Check`. It names the model, as each question would look up the newest one otherwise."""
        key = {"user": user, "relation": relation, "object": thing}
        body: dict[str, Any] = {"tuple_key": key, "authorization_model_id": self._model}
        return self.connection.request("POST", f"{self._store}/check", body)


@contextmanager
def running(directory: Path, database_url: str | None = None) -> Iterator[OpenFga]:
    """Run OpenFGA with its tuples in memory, or in this PostgreSQL database (a SQLAlchemy URL)."""
    path = program()
    http, grpc = free_ports(2)
    store = _store(database_url)
    own = {
        "OPENFGA_HTTP_ADDR": f"127.0.0.1:{http}",
        "OPENFGA_GRPC_ADDR": f"127.0.0.1:{grpc}",
        "OPENFGA_PLAYGROUND_ENABLED": "false",
        "OPENFGA_METRICS_ENABLED": "false",
        "OPENFGA_LOG_LEVEL": "error",
    }
    environment = {**os.environ, **store, **own}
    with (directory / "openfga.log").open("wb") as log:
        if database_url:
            subprocess.run([path, "migrate"], env=environment, check=True, stdout=log, stderr=log)
        process = subprocess.Popen([path, "run"], env=environment, stdout=log, stderr=log, start_new_session=True)
    address = f"http://127.0.0.1:{http}"
    try:
        wait_until("openfga", lambda: answers(f"{address}/healthz"), 60)
        with Connection(address) as connection:
            yield OpenFga(address, process.pid, connection)
    finally:
        end(process)


def _store(database_url: str | None) -> dict[str, str]:
    if database_url is None:
        return {"OPENFGA_DATASTORE_ENGINE": "memory"}
    uri = make_url(database_url).set(drivername="postgres").render_as_string(hide_password=False)
    return {"OPENFGA_DATASTORE_ENGINE": "postgres", "OPENFGA_DATASTORE_URI": uri}
