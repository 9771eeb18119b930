"""One Keycloak on loopback, from Maven Central, with a realm of one person, two groups and one client.

`PUC_KEYCLOAK_HOME` names an unpacked distribution instead of the cached one.
"""

import json
import os
import shutil
import signal
import subprocess
import tarfile
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.end_to_end.ports import free_ports
from tests.end_to_end.pulsar.distribution import cache, fetch_archive

VERSION = "26.7.3"
_COORDINATES = f"org.keycloak:keycloak-quarkus-dist:{VERSION}:tar.gz"
_SHA512 = (
    "664c8ac2997d94b69825af70acc3a6017a7a53a1504a6e21b2d82a04e5f53593"
    "b30cabdf80ffe3eb661f13442a57fbc15c4186a1899f2841e8145532e5ae7e1c"
)
SECRET, PASSWORD = "s3cret at the provider", "wooden bridge 7"
_START_SECONDS = 900


def distribution() -> Path:
    """The unpacked distribution, fetched once."""
    if named := os.environ.get("PUC_KEYCLOAK_HOME"):
        return Path(named)
    home = cache() / f"keycloak-{VERSION}"
    if not home.exists():
        cache().mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache()) as aside:
            archive = Path(aside) / f"keycloak-quarkus-dist-{VERSION}.tar.gz"
            fetch_archive(_COORDINATES, f"Keycloak {VERSION} (176 MB)", archive, _SHA512)
            with tarfile.open(archive) as packed:
                packed.extractall(aside, filter="tar")
            (Path(aside) / home.name).rename(home)
    return home


def realm(redirect_uris: list[str]) -> dict[str, object]:
    """The realm to import."""
    person = {"firstName": "Alice", "lastName": "Example", "email": "alice@acme.example", "emailVerified": True}
    mapper = {"claim.name": "groups", "full.path": "false", "id.token.claim": "true"}
    client = {
        "clientId": "pulsar",
        "secret": SECRET,
        "standardFlowEnabled": True,
        "redirectUris": redirect_uris,
        "attributes": {"pkce.code.challenge.method": "S256"},
        "protocolMappers": [
            {
                "name": "groups",
                "protocol": "openid-connect",
                "protocolMapper": "oidc-group-membership-mapper",
                "config": mapper,
            }
        ],
    }
    password = {"type": "password", "value": PASSWORD, "temporary": False}
    alice = {"username": "alice", "enabled": True, **person, "credentials": [password], "groups": ["/orders"]}
    groups = [{"name": "orders"}, {"name": "audit"}]
    return {
        "realm": "acme",
        "enabled": True,
        "sslRequired": "none",
        "groups": groups,
        "users": [alice],
        "clients": [client],
    }


@contextmanager
def running(directory: Path, redirect_uris: list[str]) -> Iterator[str]:
    """Keycloak with that realm; yields the issuer."""
    home, (port,) = directory / "keycloak", free_ports(1)
    shutil.copytree(distribution(), home, ignore=shutil.ignore_patterns("data"))
    (home / "data/import").mkdir(parents=True)
    (home / "data/import/acme.json").write_text(json.dumps(realm(redirect_uris)), encoding="utf-8")
    command = [str(home / "bin/kc.sh"), "start-dev", "--import-realm", "--http-host=127.0.0.1", f"--http-port={port}"]
    administrator = {"KC_BOOTSTRAP_ADMIN_USERNAME": "admin", "KC_BOOTSTRAP_ADMIN_PASSWORD": PASSWORD}
    environment = {**os.environ, **administrator, "JAVA_OPTS_APPEND": "-Xmx512m"}
    log = directory / "keycloak.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [*command, "--cache=local"], env=environment, stdout=out, stderr=out, start_new_session=True
        )
    issuer = f"http://127.0.0.1:{port}/realms/acme"
    try:
        _await(process, issuer, log)
        yield issuer
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@contextmanager
def _administering(issuer: str) -> Iterator[tuple[httpx.Client, str]]:
    """What the company's administrator uses there, and the realm's address in it."""
    base, _, name = issuer.rpartition("/realms/")
    with httpx.Client(trust_env=False, timeout=60) as client:
        form = {"grant_type": "password", "client_id": "admin-cli", "username": "admin", "password": PASSWORD}
        token = client.post(f"{base}/realms/master/protocol/openid-connect/token", data=form).json()["access_token"]
        client.headers["Authorization"] = f"Bearer {token}"
        yield client, f"{base}/admin/realms/{name}"


def register_with_key(issuer: str, client_id: str, redirect_uri: str, jwk: dict[str, str]) -> None:
    """A client that signs its requests ("Signed JWT")."""
    wanted = {
        "clientId": client_id,
        "clientAuthenticatorType": "client-jwt",
        "redirectUris": [redirect_uri],
        "attributes": {"use.jwks.string": "true", "jwks.string": json.dumps({"keys": [jwk]})},
    }
    with _administering(issuer) as (client, realm):
        client.post(f"{realm}/clients", json=wanted).raise_for_status()


def sign_in_at(issuer: str, alias: str, provider: str, **settings: str) -> None:
    """From now on Keycloak's people may sign in at this provider, which Keycloak calls `alias`."""
    document = {"providerId": "oidc", "fromUrl": f"{provider}/.well-known/openid-configuration"}
    with _administering(issuer) as (client, realm):
        found = client.post(f"{realm}/identity-provider/import-config", json=document).raise_for_status().json()
        wanted = {"alias": alias, "providerId": "oidc", "config": {**found, **settings}}
        client.post(f"{realm}/identity-provider/instances", json=wanted).raise_for_status()


def providers_signed_in_at(issuer: str, username: str) -> list[str]:
    """The providers that a person has signed in at, if there is a session of it."""
    with _administering(issuer) as (client, realm):
        people = client.get(f"{realm}/users", params={"username": username, "exact": "true"}).json()
        places = [
            f"{realm}/users/{person['id']}"
            for person in people
            if client.get(f"{realm}/users/{person['id']}/sessions").json()
        ]
        return [
            identity["identityProvider"]
            for place in places
            for identity in client.get(f"{place}/federated-identity").json()
        ]


def leave_group(issuer: str, username: str, group: str) -> None:
    """A person leaves a group."""
    with _administering(issuer) as (client, realm):
        people = f"{realm}/users"
        number = client.get(people, params={"username": username, "exact": "true"}).json()[0]["id"]
        groups = {group["name"]: group["id"] for group in client.get(f"{people}/{number}/groups").json()}
        client.delete(f"{people}/{number}/groups/{groups[group]}").raise_for_status()


def _warm(issuer: str) -> None:
    """Its first page and its first token take many seconds on a busy machine, the center waits for eight."""
    opened = f"{issuer}/protocol/openid-connect"
    sought = {"client_id": "account", "response_type": "code", "redirect_uri": f"{issuer}/account/", "scope": "openid"}
    httpx.get(f"{opened}/auth", params=sought, trust_env=False, timeout=300).raise_for_status()
    httpx.get(f"{opened}/certs", trust_env=False, timeout=300).raise_for_status()
    form = {"grant_type": "password", "client_id": "admin-cli", "username": "alice", "password": PASSWORD}
    httpx.post(f"{opened}/token", data=form, trust_env=False, timeout=300).raise_for_status()


def _await(process: subprocess.Popen[bytes], issuer: str, log: Path) -> None:
    end = time.monotonic() + _START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        try:
            if httpx.get(f"{issuer}/.well-known/openid-configuration", trust_env=False, timeout=60).status_code == 200:
                _warm(issuer)
                return
        except httpx.HTTPError:
            pass
        time.sleep(0.5)
    raise RuntimeError(f"Keycloak did not start:\n{log.read_text(errors='replace')[-3000:]}")
