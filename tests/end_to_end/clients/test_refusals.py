"""What stock clients say when they are refused, as docs/clients.md tells it."""

import base64
import inspect
import json
import re

import pulsar
import pytest

from tests.end_to_end.clients import python
from tests.end_to_end.clients.java import JavaSignIn, java_client
from tests.end_to_end.clients.snippets import PAGE
from tests.end_to_end.conftest import READ_TOPIC, Business, new_business
from tests.end_to_end.estate import Estate

pytestmark = pytest.mark.broker
_OAUTH2 = "org.apache.pulsar.client.impl.auth.oauth2.AuthenticationOAuth2"
_ROW = re.compile(r"^\| (.+?) \| `(\w+)`.*? \| `(\w+)`.*? \|$", re.MULTILINE)
_TOLD = {wrong: (of_python, of_java) for wrong, of_python, of_java in _ROW.findall(PAGE.read_text(encoding="utf-8"))}

Shown = tuple[Business, dict[str, tuple[pulsar.Authentication, JavaSignIn]]]


@pytest.fixture(scope="module")
def shown(estate: Estate) -> Shown:
    """A business, and wrong credentials of its clients: fault → for Python, for Java."""
    business = new_business(estate)
    reader, _ = business.service("reader", READ_TOPIC)
    forged = reader.token[:-8] + "AAAAAAAA"
    parameters = {"issuerUrl": estate.center.url, "audience": "pulsar", "type": "client_credentials"}
    wrong = json.dumps({"client_id": reader.username, "client_secret": "wrong", "type": "client_credentials"})
    key = base64.b64encode(wrong.encode()).decode()
    oauth2 = JavaSignIn(_OAUTH2, json.dumps({**parameters, "privateKey": f"data:application/json;base64,{key}"}))
    return (
        business,
        {
            "the token": (python.by_token(forged), JavaSignIn.token(forged)),
            "the name or password": (python.by_password(reader.username, "wrong"), JavaSignIn.basic("nobody", "wrong")),
            "the client secret (OAuth 2.0)": (python.by_oauth2(estate.center.url, reader.username, "wrong"), oauth2),
            "nothing of these, but a right is missing": (python.by_token(reader.token), JavaSignIn.token(reader.token)),
        },
    )


@pytest.mark.parametrize("wrong", _TOLD)
def test_each_client_names_its_refusal(shown: Shown, wrong: str) -> None:
    business, (of_python, of_java) = shown[0], shown[1][wrong]
    with pytest.raises(pulsar.PulsarException) as said, python.client(business.url, of_python, seconds=3) as client:
        client.create_producer(business.topic)
    java = java_client(business.url, of_java, "produce", business.topic)
    assert (said.type.__name__, java.split()[1].rpartition("$")[2]) == _TOLD[wrong], java


def test_the_page_tells_all_of_it_and_the_default_time() -> None:
    assert len(_TOLD) == 4
    assert inspect.signature(pulsar.Client.__init__).parameters["operation_timeout_seconds"].default == 30
