"""Why a message did not arrive: each code has words in the center and in both languages of the console."""

import socket
import ssl

import httpx
import pytest

from app.messages import hook_request, smtp
from app.platform.outbox import message_problems
from app.platform.outbox.message_problems import Code
from tests.cli.page import TOP

TEXTS = [
    (TOP / f"console/src/texts/{language}/messages.ts").read_text(encoding="utf-8") for language in ("en-US", "zh-CN")
]


def test_every_code_has_words() -> None:
    assert set(message_problems.WORDS) == message_problems.CODES
    for text in TEXTS:
        part = text[text.index("problems: {") :]
        assert [code for code in message_problems.CODES if f"    {code}:" not in part] == []


def _add_cause(error: Exception, cause: Exception) -> Exception:
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (_add_cause(httpx.ConnectError("x"), socket.gaierror(-2, "secret.example")), "name_unknown"),
        (_add_cause(httpx.ConnectError("x"), ConnectionRefusedError(111, "x")), "no_connection"),
        (_add_cause(httpx.ConnectError("x"), ssl.SSLError(1, "[SSL: WRONG_VERSION] secret")), "tls_failed"),
        (httpx.ConnectTimeout("secret"), "no_answer"),
        (httpx.ReadTimeout("secret"), "no_answer"),
        (httpx.ReadError("secret"), "connection_cut"),
        (httpx.RemoteProtocolError("secret"), "not_http"),
    ],
)
def test_errors_of_a_web_hook_become_codes(error: httpx.HTTPError, code: Code) -> None:
    found = hook_request.reason(error)
    assert found.code == code
    assert "secret" not in str(found)
    assert type(error).__name__ not in str(found), "the name of a library's error says nothing to people"


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (socket.gaierror(-2, "secret.example"), "name_unknown"),
        (TimeoutError("secret"), "no_answer"),
        (ConnectionResetError("secret"), "connection_cut"),
        (OSError("secret"), "no_connection"),
    ],
)
def test_errors_of_a_mail_server_become_codes(error: Exception, code: Code) -> None:
    found = smtp.reason(error)
    assert (found.code, "secret" in str(found)) == (code, False)
