"""A broker with a functions worker, and functions to run on it."""

import json
import subprocess
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any

import httpx

from tests.end_to_end.estate import Account, Estate, with_packages
from tests.end_to_end.matrix.matrix import Callers, Matrix, Route
from tests.end_to_end.pulsar import quick_start
from tests.end_to_end.pulsar.distribution import pulsar_home
from tests.end_to_end.pulsar.standalone import PulsarStandalone

_SOURCES = Path(__file__).parent
EXAMPLES = pulsar_home() / "examples" / "api-examples.jar"
EXCLAMATION = "org.apache.pulsar.functions.api.examples.ExclamationFunction"
MAKERS_TOKEN = {"functionAuthProviderClassName": "org.apache.pulsar.functions.auth.ClearTextFunctionTokenAuthProvider"}
"""Settings of a worker whose functions sign in with the token of who made them."""


@contextmanager
def with_worker(
    directory: Path, settings: Mapping[str, str] = MappingProxyType({}), broker: PulsarStandalone | None = None
) -> Iterator[Estate]:
    """Center and broker, running, the broker enforcing. The worker runs each function as a process of its own."""
    made = Estate(directory, broker)
    made.broker.functions = True
    made.broker.worker_settings = dict(settings)
    try:
        made.start({"functionsWorkerEnabled": "true", **with_packages(directory)})
        yield made
    finally:
        # A normal stop would wait for the functions.
        made.kill()


def routes_of_worker() -> list[Route]:
    """What only a functions worker answers."""
    return [route for route in Matrix().routes if route.of_functions_worker]


def all_callers(worker: Estate) -> Callers:
    """All callers that these routes need."""
    made = Callers(worker)
    made.prepare(route.need for route in routes_of_worker())
    return made


def connectors(directory: Path) -> Path:
    """A jar with the source `Ticks` and the sink `Forgetting`."""
    classes, jar = directory / "classes", directory / "connectors.jar"
    programs = [str(_SOURCES / "Ticks.java"), str(_SOURCES / "Forgetting.java")]
    command = [*quick_start.javac(), "-d", str(classes), "-cp", f"{pulsar_home()}/lib/*", *programs]
    subprocess.run(command, stdin=subprocess.DEVNULL, check=True)
    with zipfile.ZipFile(jar, "w") as packed:
        for file in sorted(classes.glob("*.class")):
            packed.write(file, file.name)
    return jar


def create_function(estate: Estate, by: Account, namespace: str, name: str, **config: Any) -> httpx.Response:
    """`functions create` with one of the examples of the distribution."""
    tenant, _, inner = namespace.partition("/")
    whole = {
        "tenant": tenant,
        "namespace": inner,
        "name": name,
        "className": EXCLAMATION,
        "jar": EXAMPLES.name,
        **config,
    }
    with EXAMPLES.open("rb") as jar:
        return httpx.post(
            f"{estate.broker.admin_url}/admin/v3/functions/{namespace}/{name}",
            headers={"Authorization": f"Bearer {by.token}"},
            files={"functionConfig": (None, json.dumps(whole), "application/json"), "data": (EXAMPLES.name, jar)},
            timeout=60,
        )


def status(estate: Estate, by: Account, namespace: str, name: str) -> dict[str, Any]:
    """The worker's status of the function's only instance."""
    path = f"{estate.broker.admin_url}/admin/v3/functions/{namespace}/{name}/status"
    answer = httpx.get(path, headers={"Authorization": f"Bearer {by.token}"}, timeout=30)
    instances: list[dict[str, Any]] = answer.json()["instances"] if answer.status_code == 200 else []
    return dict(instances[0]["status"]) if instances else {"running": False, "error": answer.text}
