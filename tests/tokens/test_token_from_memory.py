"""A token that is made from memory is the one that the framework would give; what ended meanwhile gives none."""

import base64
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import jwt
import pytest
from sqlalchemy.orm import Session

from app.api.fast_path import FastPath
from app.identity import client_secrets, users
from app.platform.clock import now_ms
from app.platform.database import Database
from app.platform.settings import Settings
from app.tokens import key_life, keys
from tests.api.addresses import INSIDE, OUTSIDE, SMALLER, client
from tests.center import Center
from tests.factories import Person, a_user

FORM = "application/x-www-form-urlencoded"
_OTHERWISE = {"Content-Type": f"{FORM}; charset=utf-8"}
"""Asked in this way, the framework answers."""
Passed = Callable[[], bool]


@pytest.fixture
def asks_framework(monkeypatch: pytest.MonkeyPatch) -> Passed:
    """Whether the framework was asked since the last time."""
    seen: list[bool] = []
    passed = FastPath.pass_on

    async def pass_on(self: Any, *args: Any) -> None:
        seen.append(True)
        await passed(self, *args)

    def was_asked() -> bool:
        was = bool(seen)
        seen.clear()
        return was

    monkeypatch.setattr(FastPath, "pass_on", pass_on)
    return was_asked


def _form(secret: str, **other: str) -> dict[str, str]:
    return {"grant_type": "client_credentials", "client_id": "orders-producer", "client_secret": secret, **other}


def _post(center: Center, form: dict[str, str], **headers: str) -> httpx.Response:
    return center.client(**headers).post("/oauth2/token", data=form)


def _claims(answer: httpx.Response) -> dict[str, Any]:
    found: dict[str, Any] = jwt.decode(answer.json()["access_token"], options={"verify_signature": False})
    return {name: value for name, value in found.items() if name not in ("iat", "nbf", "exp", "jti")}


@pytest.mark.parametrize("audience", [None, "", "pulsar", "issuer"])
@pytest.mark.parametrize("basic", [False, True])
def test_the_second_token_is_made_from_memory_and_is_as_the_first(
    center: Center, secret: str, asks_framework: Passed, audience: str | None, basic: bool
) -> None:
    form = _form(secret)
    if audience is not None:
        form["audience"] = audience.replace("issuer", center.settings.issuer)
    headers = {}
    if basic:
        pair = f"{form.pop('client_id')}:{form.pop('client_secret')}"
        headers["Authorization"] = f"Basic {base64.b64encode(pair.encode()).decode()}"
    first, by_framework = _post(center, form, **headers), asks_framework()
    second, again = _post(center, form, **headers), asks_framework()
    assert (first.status_code, by_framework) == (second.status_code, not again) == (200, True)
    assert _claims(first) == _claims(second)
    assert jwt.get_unverified_header(first.json()["access_token"]) == jwt.get_unverified_header(
        second.json()["access_token"]
    )
    assert first.json().keys() == second.json().keys()
    assert _headers(first) == _headers(second)


def _headers(answer: httpx.Response) -> dict[str, str]:
    varying = ("date", "x-request-id", "content-length", "ratelimit")
    return {name: value for name, value in answer.headers.items() if name not in varying}


@pytest.mark.parametrize(
    "body",
    [
        "", "&", "=", "grant_type", "x" * 5_000, "{secret}", "grant_type=client_credentials", "{form}&client_id=other",
        "{form}&", "{form}&scope=all", "{form}&scope=",
        "{form};audience=x", "{form}&audience=nowhere", "{form}&grant_type=x",
        "{form}&x=1", "{form}&client_assertion=x", "{form}&audience=%FF", "{form}&audience=%zz", "{form}x", "{form}&=",
        "{form}&client%5Fid=other", "{form}&Authorization%3A+Basic=yes", "\xff{form}", "{form}\x00",
        "{form}&audience=a+b",
    ],
)  # fmt: skip
def test_other_bodies_are_answered_by_the_framework(center: Center, secret: str, body: str) -> None:
    form = f"grant_type=client_credentials&client_id=orders-producer&client_secret={secret}"
    content = body.replace("{form}", form).replace("{secret}", secret).encode("latin-1")
    assert _post(center, _form(secret)).status_code == 200
    found = [
        center.client().post("/oauth2/token", content=content, headers={"Content-Type": kind})
        for kind in (FORM, _OTHERWISE["Content-Type"])
    ]
    assert found[0].status_code == found[1].status_code
    if found[0].status_code == 200:
        assert _claims(found[0]) == _claims(found[1])
        assert (found[0].json().keys(), found[0].json().get("scope")) == (
            found[1].json().keys(),
            found[1].json().get("scope"),
        )
    else:
        assert found[0].content == found[1].content
        assert _headers(found[0]) == _headers(found[1])


def test_of_several_credentials_the_framework_says_which_counts(center: Center, secret: str) -> None:
    right, wrong = (
        "Basic " + base64.b64encode(f"orders-producer:{text}".encode()).decode() for text in (secret, "wrong")
    )
    grant = {"grant_type": "client_credentials"}
    assert _post(center, grant, Authorization=right).status_code == 200
    for both in ([right, wrong], [wrong, right], [right, right], ["Bearer x", right]):
        headers = [("Authorization", value) for value in both]
        found = [
            httpx.post(f"{center.url}/oauth2/token", headers=[*headers, ("Content-Type", kind)], content="&".join(
                f"{name}={value}" for name, value in grant.items()
            ), timeout=60)
            for kind in (FORM, _OTHERWISE["Content-Type"])
        ]  # fmt: skip
        assert found[0].status_code == found[1].status_code
    assert _post(center, _form(secret), Authorization=right).status_code == 400


ENDS: dict[str, Callable[[Session, Person], object]] = {
    "secret deleted": lambda s, person: client_secrets.remove(
        s, "test", users.find(s, person.id), client_secrets.of_user(s, users.find(s, person.id))[0].id
    ),
    "user disabled": lambda s, person: users.change(s, "test", users.find(s, person.id), status="disabled"),
    "user limited to elsewhere": lambda s, person: users.change(
        s, "test", users.find(s, person.id), networks=["10.0.0.0/8"]
    ),
}


@pytest.mark.parametrize("what", ENDS)
def test_credentials_ended_by_another_process_give_no_token(
    center: Center, service: Person, secret: str, what: str
) -> None:
    assert [_post(center, _form(secret)).status_code for _ in range(3)] == [200, 200, 200]
    other = Database(center.settings.database_url)
    with other.writing() as session:
        ENDS[what](session, service)
    other.close()
    assert _post(center, _form(secret)).json()["error"] == "invalid_client"


def test_a_main_account_that_is_disabled_takes_its_sub_accounts_along(center: Center) -> None:
    main = center.make(a_user, "main")
    sub = center.make(a_user, "orders-producer", kind="service", parent=main)
    secret = center.make(lambda s: client_secrets.create(s, "test", users.find(s, sub.id))[1])
    assert [_post(center, _form(secret)).status_code for _ in range(2)] == [200, 200]
    center.make(lambda s: users.change(s, "test", users.find(s, main.id), status="disabled"))
    assert _post(center, _form(secret)).status_code == 401


def test_a_token_from_memory_is_for_the_address_that_asks(center: Center, service: Person, secret: str) -> None:
    center.make(lambda s: users.change(s, "test", users.find(s, service.id), networks=[SMALLER]))
    statuses = [
        client(center, address).post("/oauth2/token", data=_form(secret)).status_code
        for address in (INSIDE, INSIDE, OUTSIDE, INSIDE)
    ]
    assert statuses == [200, 200, 401, 200]


def test_the_key_that_another_process_lets_sign_signs_the_next_token(center: Center, secret: str) -> None:
    def kid() -> str:
        return str(jwt.get_unverified_header(_post(center, _form(secret)).json()["access_token"])["kid"])

    before = center.read(keys.active).kid
    assert [kid(), kid()] == [before, before]
    other = Database(center.settings.database_url)
    with other.writing() as session:
        key_life.revoke(session, center.settings, "test", before, "leaked", now_ms())
    other.close()
    after = center.read(keys.active).kid
    assert [kid(), kid()] == [after, after] != [before, before]


def test_rsa_is_answered_from_memory_too(center: Center, service: Person, secret: str, asks_framework: Passed) -> None:
    settings: Settings = center.settings.model_copy(update={"signing_algorithm": "RS256"})
    day = 86_400_000
    center.make(key_life.ensure, settings)
    center.make(key_life.rotate, settings, "test", now_ms() + day)
    algorithms = []
    for _ in range(2):
        algorithms.append(jwt.get_unverified_header(_post(center, _form(secret)).json()["access_token"])["alg"])
        by_framework = asks_framework()
    assert (algorithms, by_framework) == (["RS256", "RS256"], False)


def test_each_request_is_counted_once_and_refused_as_oauth_refuses(
    center: Center, secret: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(center.settings, "token_per_minute", 4)
    monkeypatch.setattr("app.api.admission.rate_limits.now_ms", lambda: 1_800_000_000_000)  # always the same minute
    answers = [_post(center, _form(secret)) for _ in range(5)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 200, 429]
    assert [answer.headers["ratelimit"][:12] for answer in answers[:4]] == [
        f'"token";r={left};' for left in (3, 2, 1, 0)
    ]
    assert answers[4].json()["error"] == "temporarily_unavailable"
    assert int(answers[4].headers["retry-after"]) > 0


def test_the_use_of_a_secret_is_noted(center: Center, secret: str, monkeypatch: pytest.MonkeyPatch) -> None:
    noted: list[int] = []
    monkeypatch.setattr(center.app.state.last_uses, "client_secret", lambda number, _: noted.append(number))
    for _ in range(3):
        _post(center, _form(secret))
    assert len(noted) == 3


def test_clients_that_memory_does_not_hold_are_read_in_front_of_the_framework(
    center: Center, secret: str, asks_framework: Passed
) -> None:
    assert _post(center, _form(secret)).status_code == 200  # now the key that signs is cached
    asks_framework()
    names = [f"worker-{number}" for number in range(40)]
    secrets = {name: center.make(_new_client, name) for name in names}
    with ThreadPoolExecutor(20) as threads:
        answers = list(threads.map(lambda name: _post(center, _form(secrets[name], client_id=name)), names))
    assert [answer.status_code for answer in answers] == [200] * 40
    assert [_claims(answer)["sub"] for answer in answers] == names, "each got its own"
    assert not asks_framework()


def test_what_is_wrong_is_read_each_time_and_counted_once(
    center: Center, secret: str, asks_framework: Passed, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _post(center, _form(secret)).status_code == 200
    other = center.make(_new_client, "other")
    asks_framework()
    monkeypatch.setattr(center.settings, "token_per_minute", 4)
    monkeypatch.setattr("app.api.admission.rate_limits.now_ms", lambda: 1_800_000_000_000)
    wrong = [_form(other), _form(secret, client_id="nobody"), _form(secret, client_id="OTHER"), _form(other[:-1] + "x")]
    assert [(_post(center, form).status_code, asks_framework()) for form in wrong] == [(401, True)] * 4
    assert (_post(center, _form(other)).status_code, asks_framework()) == (429, False)


def _new_client(session: Session, name: str) -> str:
    person = a_user(session, name, kind="service")
    return client_secrets.create(session, "test", users.find(session, person.id))[1]
