"""Requests to the token endpoint that are wrong before anybody looks at a token: each with the error of RFC 6749 §5.2,
as JSON that is not stored, and nothing secret in it."""

import base64
from dataclasses import dataclass, field
from urllib.parse import urlencode

import pytest

from app.identity import client_secrets, secret_format, users
from app.tokens import client_assertions
from tests.center import Center
from tests.factories import a_service

FORM = "application/x-www-form-urlencoded"
SECRET = "{secret}"
"""Stands for the right secret."""


@dataclass(frozen=True)
class Sent:
    """A request and its refusal."""

    error: str
    body: str | bytes = ""
    status: int = 400
    headers: dict[str, str] = field(default_factory=dict)
    content_type: str = FORM


def _form(**changed: str | None) -> str:
    fields = {"grant_type": "client_credentials", "client_id": "feeder", "client_secret": SECRET, **changed}
    return urlencode({name: value for name, value in fields.items() if value is not None}, safe="{}")


def _basic(text: str) -> dict[str, str]:
    return {"Authorization": f"Basic {text}"}


def _pair(name: str, secret: str) -> dict[str, str]:
    return _basic(base64.b64encode(f"{name}:{secret}".encode()).decode())


_BARE = _form(client_id=None, client_secret=None)
CASES: dict[str, Sent] = {
    "JSON": Sent("invalid_request", '{"grant_type": "client_credentials"}', content_type="application/json"),
    "multipart": Sent("invalid_request", "--x--", content_type="multipart/form-data; boundary=x"),
    "text": Sent("invalid_request", _form(), content_type="text/plain"),
    "no content type": Sent("invalid_request", _form(), content_type=""),
    "a content type that begins alike": Sent("invalid_request", _form(), content_type=FORM + "x"),
    "nothing": Sent("invalid_request", ""),
    "no grant type": Sent("invalid_request", _form(grant_type=None)),
    "an empty grant type": Sent("invalid_request", _form(grant_type="")),
    "the password grant": Sent("unsupported_grant_type", _form(grant_type="password", username="a", password="b")),
    "the implicit grant": Sent("unsupported_grant_type", _form(grant_type="implicit")),
    "token exchange": Sent(
        "unsupported_grant_type", _form(grant_type="urn:ietf:params:oauth:grant-type:token-exchange")
    ),
    "a grant type in another case": Sent("unsupported_grant_type", _form(grant_type="Client_Credentials")),
    "a grant type with a blank": Sent("unsupported_grant_type", _form(grant_type="client_credentials ")),
    "grant type twice": Sent("invalid_request", _form() + "&grant_type=client_credentials"),
    "client_id twice": Sent("invalid_request", _form() + "&client_id=feeder"),
    "secret twice": Sent("invalid_request", _form() + "&client_secret=" + SECRET),
    "audience twice": Sent("invalid_request", _form() + "&audience=pulsar&audience="),
    "an unknown field twice": Sent("invalid_request", _form() + "&x=1&x=2"),
    "an encoded name twice": Sent("invalid_request", _form() + "&client%5Fid=feeder"),
    "an unknown audience": Sent("invalid_target", _form(audience="https://elsewhere.example")),
    "an unknown resource": Sent("invalid_target", _form(resource="https://elsewhere.example")),
    "an unknown resource beside": Sent(
        "invalid_target", _form(audience="pulsar", resource="https://elsewhere.example")
    ),
    "an audience in another case": Sent("invalid_target", _form(audience="Pulsar")),
    "two audiences in one": Sent("invalid_target", _form(audience="pulsar http://127.0.0.1")),
    "no client": Sent("invalid_client", _BARE, 401),
    "no secret": Sent("invalid_client", _form(client_secret=None), 401),
    "an empty secret": Sent("invalid_client", _form(client_secret=""), 401),
    "a wrong secret": Sent("invalid_client", _form(client_secret=secret_format.new("secret")), 401),
    "a secret in another case": Sent("invalid_client", _form(client_secret="PUC_SECRET_" + "a" * 49), 401),
    "a one-time secret": Sent("invalid_client", _form(client_secret=secret_format.new("once")), 401),
    "the secret with a blank": Sent("invalid_client", _form(client_secret=SECRET + " "), 401),
    "the secret with a line break": Sent("invalid_client", _form() + "%0A", 401),
    "a huge secret": Sent("invalid_client", _form(client_secret="a" * 50_000), 401),
    "the name in another case": Sent("invalid_client", _form(client_id="Feeder"), 401),
    "the name with a blank": Sent("invalid_client", _form(client_id="feeder "), 401),
    "the name with NUL": Sent("invalid_client", _form(client_id="feeder\0"), 401),
    "the name with SQL": Sent("invalid_client", _form(client_id="feeder' --"), 401),
    "no UTF-8": Sent("invalid_client", _form(client_id=None).encode() + b"&client_id=%FF%FE", 401),
    "secret in form and header": Sent("invalid_request", _form(), headers=_pair("feeder", SECRET)),
    "another client_id in the form": Sent(
        "invalid_request", _form(client_id="other", client_secret=None), headers=_pair("feeder", SECRET)
    ),
    "Basic without colon": Sent("invalid_client", _BARE, 401, _basic("ZmVlZGVy")),
    "Basic no base64": Sent("invalid_client", _BARE, 401, _basic("feeder:x")),
    "Basic empty": Sent("invalid_client", _BARE, 401, {"Authorization": "Basic"}),
    "Basic with a wrong secret": Sent("invalid_client", _BARE, 401, _pair("feeder", "x")),
    "Basic no UTF-8": Sent("invalid_client", _BARE, 401, _basic("//46eA==")),
    "the secret as Bearer": Sent(
        "invalid_client", _form(client_secret=None), 401, {"Authorization": f"Bearer {SECRET}"}
    ),
    "assertion without its type": Sent("invalid_client", _form(client_secret=None, client_assertion="a.b.c"), 401),
    "assertion of another type": Sent(
        "invalid_client",
        _form(
            client_secret=None,
            client_assertion="a.b.c",
            client_assertion_type="urn:ietf:params:oauth:client-assertion-type:saml2-bearer",
        ),
        401,
    ),
    "type without assertion": Sent(
        "invalid_client", _form(client_secret=None, client_assertion_type=client_assertions.TYPE), 401
    ),
    "secret and assertion": Sent(
        "invalid_request", _form(client_assertion="a.b.c", client_assertion_type=client_assertions.TYPE)
    ),
    "secret and the type of an assertion": Sent("invalid_request", _form(client_assertion_type=client_assertions.TYPE)),
    "Basic and assertion": Sent(
        "invalid_request",
        _form(
            client_id=None,
            client_secret=None,
            client_assertion="a.b.c",
            client_assertion_type=client_assertions.TYPE,
        ),
        headers=_pair("feeder", SECRET),
    ),
}


def test_a_wrong_request_is_refused_as_rfc_6749_says(center: Center, subtests: pytest.Subtests) -> None:
    service = center.make(a_service, "feeder")
    secret = center.make(lambda s: client_secrets.create(s, "test", users.find(s, service.id))[1])
    for name in CASES:
        with subtests.test(name):
            _refused(center, secret, CASES[name])


def _refused(center: Center, secret: str, sent: Sent) -> None:
    body = sent.body if isinstance(sent.body, bytes) else sent.body.encode()
    header = {
        key: _with(value, secret) if value.startswith("Basic ") else value.replace(SECRET, secret)
        for key, value in sent.headers.items()
    }
    answer = center.client(**header).post(
        "/oauth2/token",
        content=body.replace(SECRET.encode(), secret.encode()),
        headers={"content-type": sent.content_type},
    )
    assert (answer.status_code, answer.json()["error"]) == (sent.status, sent.error), answer.text
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.headers["cache-control"] == "no-store"
    assert ("www-authenticate" in answer.headers) == (sent.status == 401)
    assert secret not in answer.text


def _with(value: str, secret: str) -> str:
    try:
        plain = base64.b64decode(value.removeprefix("Basic "), validate=True).decode()
    except ValueError:
        return value
    return "Basic " + base64.b64encode(plain.replace(SECRET, secret).encode()).decode() if SECRET in plain else value


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH"])
def test_other_methods_are_refused(center: Center, method: str) -> None:
    assert center.client().request(method, "/oauth2/token").status_code in (404, 405)
