"""A real Kafka client fetches a token of the center (SASL/OAUTHBEARER); Kafka's own server and our broker take it."""

import json
import os
import subprocess
from pathlib import Path

import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.end_to_end.authentication.connect_frame import connect_answer
from tests.end_to_end.clients import python
from tests.end_to_end.pulsar.quick_start import FLAGS, java, javac
from tests.end_to_end.stock.kafka.libraries import kafka_client
from tests.end_to_end.stock.sides import Service, Side

pytestmark = [pytest.mark.broker, pytest.mark.parametrize("side", ["ours"], indirect=True)]
_PROGRAM = Path(__file__).with_name("KafkaSignIn.java")


@pytest.fixture(scope="package")
def program(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The command of the Java program."""
    directory = tmp_path_factory.mktemp("kafka")
    command = [*javac(), "-d", str(directory), "-cp", f"{kafka_client()}/*", str(_PROGRAM)]
    subprocess.run(command, stdin=subprocess.DEVNULL, check=True)
    return [java(), *FLAGS, "-cp", f"{directory}:{kafka_client()}/*"]


def settings(side: Side, service: Service, **other: str) -> dict[str, str]:
    """Kafka's settings of client and server; docs/clients.md has those of the client."""
    center = side.estate.center.url
    own = {
        "TOKEN_ENDPOINT_URL": f"{center}/oauth2/token",
        "CLIENT_CREDENTIALS_CLIENT_ID": service.client_id,
        "CLIENT_CREDENTIALS_CLIENT_SECRET": service.secret,
        "JWKS_ENDPOINT_URL": f"{center}/oauth2/jwks",
        "EXPECTED_ISSUER": center,
        "EXPECTED_AUDIENCE": "pulsar",
        **other,
    }
    return {f"SASL_OAUTHBEARER_{name}": value for name, value in own.items()}


def run(program: list[str], values: dict[str, str]) -> list[str]:
    """The lines that the program prints."""
    allowed = ",".join(value for name, value in values.items() if name.endswith("_ENDPOINT_URL"))
    files = ",".join(value for name, value in values.items() if name.endswith("_FILE"))
    permitted = {"urls": allowed, "files": files}.items()
    flags = [f"-Dorg.apache.kafka.sasl.oauthbearer.allowed.{kind}={value}" for kind, value in permitted]
    done = subprocess.run(
        [*program, *flags, "KafkaSignIn"],
        env={**os.environ, **values}, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    lines = [line for line in done.stdout.splitlines() if line.startswith(("TOKEN ", "OK ", "REFUSED "))]
    assert lines, done.stderr[-2000:]
    return lines


def test_kafkas_client_gets_a_token_that_kafkas_server_and_our_broker_take(side: Side, program: list[str]) -> None:
    service = side.service("kafka")
    fetched, accepted = run(program, settings(side, service))
    assert accepted == f"OK {service.account.username}"
    token = fetched.removeprefix("TOKEN ")
    # KoP hands the token to the provider of the method `token`, as the broker does with this frame.
    assert connect_answer(side.estate.broker.binary_port, token) == "connected"
    again = run(program, settings(side, service))[0].removeprefix("TOKEN ")
    python.produce(side.estate.broker.service_url, python.by_token(again), side.topic)


def test_kafkas_client_signs_with_a_key_instead_of_a_secret(side: Side, program: list[str], tmp_path: Path) -> None:
    """Kafka writes no `kid`, `aud` or `iss` by itself: settings and a template say them (docs/clients.md)."""
    service, key = side.service("kafka-key"), ec.generate_private_key(ec.SECP256R1())
    file, template = tmp_path / "key.pem", tmp_path / "template.json"
    file.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    jwk = json.loads(jwt.algorithms.ECAlgorithm.to_jwk(key.public_key()))
    made = side.estate.admin.post(f"/api/v1/users/{service.account.id}/keys", name="kafka", jwk=jwk)
    template.write_text(json.dumps({"header": {"kid": made["kid"]}}))
    values = settings(
        side,
        service,
        ASSERTION_PRIVATE_KEY_FILE=str(file),
        ASSERTION_ALGORITHM="ES256",
        ASSERTION_TEMPLATE_FILE=str(template),
        ASSERTION_CLAIM_ISS=service.client_id,
        ASSERTION_CLAIM_SUB=service.client_id,
        ASSERTION_CLAIM_AUD=side.estate.center.url,
        ASSERTION_CLAIM_JTI_INCLUDE="true",
    )
    del values["SASL_OAUTHBEARER_CLIENT_CREDENTIALS_CLIENT_SECRET"]
    assert run(program, values)[-1] == f"OK {service.account.username}"
    other = run(program, {**values, "SASL_OAUTHBEARER_ASSERTION_CLAIM_AUD": "https://another.example"})[-1]
    assert "invalid_client" in other, other


@pytest.mark.parametrize(
    ("other", "says"),
    [
        ({"CLIENT_CREDENTIALS_CLIENT_SECRET": "wrong"}, "invalid_client"),
        ({"EXPECTED_AUDIENCE": "other-cluster"}, "Audience (aud)"),
        ({"EXPECTED_ISSUER": "https://another.example"}, "Issuer (iss)"),
    ],
)
def test_each_wrong_setting_is_refused(side: Side, program: list[str], other: dict[str, str], says: str) -> None:
    refused = run(program, settings(side, side.service(f"refused-{len(str(other))}"), **other))[-1]
    assert refused.startswith("REFUSED ")
    assert says in refused, refused
