"""Keycloak in production mode with one service client, whose tokens are signed with ES256 as ours are.

Its database is the file of `--db=dev-file` (H2, in its process) and its caches are local, the least that it can do;
plain HTTP on loopback, as on our side. `PUC_KEYCLOAK_HOME` names an unpacked distribution.
"""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.end_to_end.ports import answers, end, free_ports
from tests.end_to_end.provider.keycloak import distribution
from tests.end_to_end.waiting import wait_until

CLIENT, SECRET = "orders-producer", "s3cret at the provider, long enough"
_TOP = Path(__file__).parents[2]
_BUILD = ("build", "--db=dev-file", "--cache=local")
_KEYS = {"ecdsa": {"ecdsaEllipticCurveKey": ["P-256"]}, "hmac": {"algorithm": ["HS512"]}, "aes": {"secretSize": ["16"]}}


@contextmanager
def running(directory: Path) -> Iterator[tuple[str, int]]:
    """Yields the address of its token endpoint and the id of its process, whose children count, too."""
    home, (port,) = directory / "keycloak", free_ports(1)
    shutil.copytree(distribution(), home, ignore=shutil.ignore_patterns("data"))
    (home / "data/import").mkdir(parents=True)
    (home / "data/import/acme.json").write_text(json.dumps(_realm()), encoding="utf-8")
    program, environment = str(home / "bin/kc.sh"), {**os.environ, "JAVA_HOME": _java_home()}
    address = f"http://127.0.0.1:{port}"
    start = ["start", "--optimized", "--import-realm", "--http-enabled=true", f"--hostname={address}"]
    log = directory / "keycloak.log"
    with log.open("wb") as out:
        subprocess.run([program, *_BUILD], env=environment, stdout=out, stderr=out, check=True)
        process = subprocess.Popen(
            [program, *start, "--http-host=127.0.0.1", f"--http-port={port}"],
            env=environment, stdout=out, stderr=out, start_new_session=True,
        )  # fmt: skip
    try:
        wait_until(f"keycloak, see {log}", lambda: answers(f"{address}/realms/acme"), 240, pause=0.5)
        yield f"{address}/realms/acme/protocol/openid-connect/token", process.pid
    finally:
        end(process)


def _java_home() -> str:
    found = subprocess.run([_TOP / ".ci/java-home"], capture_output=True, text=True, check=True)
    return found.stdout.strip()


def _realm() -> dict[str, object]:
    client = {"clientId": CLIENT, "secret": SECRET, "serviceAccountsEnabled": True, "standardFlowEnabled": False}
    keys = [
        {"name": name, "providerId": f"{name}-generated", "config": {"priority": ["100"], **config}}
        for name, config in _KEYS.items()
    ]
    return {
        "realm": "acme",
        "enabled": True,
        "sslRequired": "none",
        "defaultSignatureAlgorithm": "ES256",
        "components": {"org.keycloak.keys.KeyProvider": keys},
        "clients": [client],
    }
