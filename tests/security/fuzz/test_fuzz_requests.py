"""Headers, cookies and forms of any kind, over HTTP: no internal error, and only the right ones open something."""

from urllib.parse import urlencode

import httpx
from hypothesis import strategies as st

from app.identity import client_secrets, users
from tests.center import Center
from tests.factories import Person, a_service
from tests.security.fuzz.drawing import IN_HEADERS, changed
from tests.security.fuzz.fuzzing import amounts, fuzz

SESSION = "/api/v1/session"
FORM = "application/x-www-form-urlencoded"
SCHEMES = st.sampled_from(["Bearer ", "bearer  ", "Basic ", "BEARER\t", "Digest ", "DPoP ", ""])


def _not_accepted(answer: httpx.Response) -> None:
    assert 400 <= answer.status_code < 500, (answer.request.headers, answer.status_code)


@amounts(150, 3_000)
def test_authorization_headers(center: Center, alice: Person, examples: int) -> None:
    right = center.with_token(alice).headers["authorization"]
    client = center.client()

    def check(value: str) -> None:
        headers = [(b"Authorization", value.encode("latin-1"))]
        answer = client.get(SESSION, headers=headers)
        scheme, *rest = value.split() or [""]
        if [scheme.lower(), *rest] == ["bearer", right.split()[1]]:
            return
        _not_accepted(answer)
        _not_accepted(client.get("/api/broker/v1/snapshot", headers=headers))
        _not_accepted(client.post("/oauth2/introspect", headers=headers, data={"token": "x"}))

    letters = st.characters(min_codepoint=0x21, max_codepoint=0xFF, exclude_characters="\x7f")
    fuzz(examples, (changed(right, letters) | st.builds(str.__add__, SCHEMES, IN_HEADERS)).map(str.strip), check)
    assert client.get(SESSION, headers={"Authorization": right}).status_code == 200


def test_a_basic_header_with_letters_that_base64_has_not(center: Center) -> None:
    """Fuzzing found that it was answered with 500."""
    headers = [(b"Authorization", "Basic é".encode("latin-1"))]
    answer = center.client().post("/oauth2/token", headers=headers, data={"grant_type": "client_credentials"})
    assert (answer.status_code, answer.json()["error"]) == (401, "invalid_client")


@amounts(150, 3_000)
def test_cookies(center: Center, alice: Person, examples: int) -> None:
    cookies = center.signed_in(alice).cookies
    session, mark = cookies["puc_session"], cookies["puc_browser"]
    client = center.client()

    def check(value: str) -> None:
        if f"puc_session={session}" in value or max(value, default="") > "\xff":  # the capital of µ is no byte
            return
        headers = [(b"Cookie", value.encode("latin-1"))]
        _not_accepted(client.get(SESSION, headers=headers))
        _not_accepted(client.post(f"{SESSION}/factor", headers=headers, json={"code": "123456"}))
        _not_accepted(client.delete(SESSION, headers=headers))

    letters = st.characters(min_codepoint=0x21, max_codepoint=0xFF, exclude_characters="\x7f")
    right = f"puc_session={session}; puc_browser={mark}; puc_sign_in={session}"
    fuzz(examples, changed(right, letters).map(str.strip) | IN_HEADERS, check)
    assert client.get(SESSION, headers={"Cookie": right}).status_code == 200


@amounts(150, 3_000)
def test_forms_of_clients(center: Center, examples: int) -> None:
    service = center.make(a_service, "feeder")
    secret = center.make(lambda s: client_secrets.create(s, "test", users.find(s, service.id))[1])
    form = {"grant_type": "client_credentials", "client_id": "feeder", "client_secret": secret}
    client, right = center.client(), urlencode(form)

    def check(body: str) -> None:
        content = body.encode("utf-8", errors="surrogatepass")
        answer = client.post("/oauth2/token", content=content, headers={"Content-Type": FORM})
        if secret in body:
            assert answer.status_code < 500
        else:
            _not_accepted(answer)
            assert answer.headers["cache-control"] == "no-store"
            assert "error" in answer.json()

    names = st.sampled_from([*form, "client_assertion", "client_assertion_type", "audience", "scope", "device_code"])
    other = st.lists(st.tuples(names, st.text(max_size=30)), max_size=5).map(lambda pairs: urlencode(pairs))
    fuzz(examples, changed(right, st.characters()) | other | st.text(max_size=100), check)
    assert client.post("/oauth2/token", data=form).status_code == 200
