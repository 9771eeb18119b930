"""Signing in with the browser of this machine (RFC 8252): the center sends it back to a port that only we listen at."""

import base64
import hashlib
import hmac
import secrets
import time
import webbrowser
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from app.cli.center import note
from app.cli.connection import CenterConnection
from app.cli.exit_status import CommandError
from app.cli.output import printable
from app.cli.sign_ins import CLIENT

_SECONDS = 300
_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>usercenter</title>
<main><h1>usercenter</h1>
<p>Go back to the terminal; this page can be closed.<p lang="zh">请回到终端，本页可以关闭。</main>"""
_HEADERS = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
}


class _AnswerServer(ThreadingHTTPServer):
    """Listens until the answer with our state has come. Anything else that calls this port changes nothing, and an idle
    connection, as browsers open in advance, holds nobody up."""

    timeout = 1
    daemon_threads = True

    def __init__(self, state: str) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.state, self.answer = state, dict[str, str]()
        self.uri = f"http://127.0.0.1:{self.server_port}/callback"


class _Handler(BaseHTTPRequestHandler):
    server: _AnswerServer
    timeout = 5

    def do_GET(self) -> None:
        """Called by http.server."""
        address = urlsplit(self.path)
        pairs = parse_qsl(address.query)
        found = dict(pairs)
        ours = hmac.compare_digest(found.get("state", "").encode(), self.server.state.encode())
        here = address.path == "/callback" and self.headers.get("Host") == f"127.0.0.1:{self.server.server_port}"
        if not (ours and here and len(found) == len(pairs)) or self.server.answer:
            self.send_error(404)
            return
        self.send_response(200)
        for header, value in _HEADERS.items():
            self.send_header(header, value)
        self.end_headers()
        self.wfile.write(_PAGE.encode())
        self.server.answer = found

    def log_message(self, *_: object) -> None:
        """Nothing: the address holds the code."""


def sign_in(connection: CenterConnection) -> dict[str, Any]:
    """What the token endpoint answers after the person has signed in. Raises CommandError."""
    found = connection.get("/.well-known/openid-configuration")
    state, verifier = secrets.token_urlsafe(32), secrets.token_urlsafe(48)
    with _AnswerServer(state) as waiting:
        question = {
            "response_type": "code",
            "client_id": CLIENT,
            "redirect_uri": waiting.uri,
            "scope": "openid offline_access",
            "resource": found["issuer"],
            "state": state,
            "code_challenge": _challenge(verifier),
            "code_challenge_method": "S256",
        }
        address = f"{found['authorization_endpoint']}?{urlencode(question)}"
        note(f"Sign in in the browser. If none opens, open this address on this machine:\n{address}")
        webbrowser.open(address)
        code = _code(_wait(waiting), found["issuer"])
        uri = waiting.uri
    form = {
        "grant_type": "authorization_code",
        "client_id": CLIENT,
        "redirect_uri": uri,
        "code": code,
        "code_verifier": verifier,
    }
    answer: dict[str, Any] = connection.ask("POST", "/oauth2/token", data=form).json()
    return answer


def _wait(waiting: _AnswerServer) -> dict[str, str]:
    until = time.monotonic() + _SECONDS
    while not waiting.answer and time.monotonic() < until:
        waiting.handle_request()
    if not waiting.answer:
        raise CommandError("nobody signed in in time: begin anew")
    return waiting.answer


def _code(answer: dict[str, str], issuer: str) -> str:
    """The code, if the answer came from the center that we asked (RFC 9207)."""
    if answer.get("iss") != issuer:
        raise CommandError("the answer came from another center: nothing was sent to it")
    if "code" not in answer:
        raise CommandError(f"not signed in ({printable(answer.get('error', 'no code'))})")
    return answer["code"]


def _challenge(verifier: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
