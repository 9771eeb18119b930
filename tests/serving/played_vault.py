"""Vault's transit engine, played: it turns texts around. No real one can be got here (docs/decisions/0098)."""

import base64
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler

from tests import http_servers

TOKEN = "hvs.only-for-tests"
ENGINE = "/v1/keys/transit/"


@dataclass
class PlayedVault:
    """Its address, the requests it got, and an answer to give instead of the usual one."""

    url: str = ""
    asked: list[str] = field(default_factory=list)
    answer: tuple[int, bytes] | None = None
    pause_seconds: float = 0
    """Before each byte; 0: it answers at once."""

    def respond(self, path: str, token: str | None, body: dict[str, str]) -> tuple[int, bytes]:
        self.asked.append(path)
        if self.answer:
            return self.answer
        if token != TOKEN or not path.startswith(ENGINE) or not path.endswith("/center"):
            return 403, b'{"errors":["permission denied"]}'
        if "encrypt" in path:
            return 200, json.dumps({"data": {"ciphertext": f"vault:v1:{body['plaintext'][::-1]}"}}).encode()
        return 200, json.dumps({"data": {"plaintext": body["ciphertext"].removeprefix("vault:v1:")[::-1]}}).encode()


def seal(plain: str) -> str:
    """As it encrypts."""
    return f"vault:v1:{base64.b64encode(plain.encode()).decode()[::-1]}"


@contextmanager
def running() -> Iterator[PlayedVault]:
    """On a free port of loopback."""
    vault = PlayedVault()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            status, content = vault.respond(self.path, self.headers["X-Vault-Token"], body)
            self.send_response(status)
            self.send_header("Location", "http://127.0.0.1:1/")
            self.end_headers()
            with suppress(OSError):  # whoever asked did not wait
                for part in [content[at : at + 1] for at in range(len(content))] if vault.pause_seconds else [content]:
                    self.wfile.write(part)
                    time.sleep(vault.pause_seconds)

    with http_servers.serving(Handler) as port:
        vault.url = f"http://127.0.0.1:{port}"
        yield vault
