"""What the readers of Python are made with, and centers that answer as a test says."""

from collections.abc import Callable
from http.server import BaseHTTPRequestHandler
from pathlib import Path

from pulsar_user_center_keys import ConsumerKeys, ProducerKeys

from app.tokens import issuing
from tests.api.encryption import CREATED, entries
from tests.api.given import Business
from tests.factories import Person

RSA = {"algorithm": "RSA-3072"}


def token_of(business: Business, person: Person) -> str:
    center = business.center
    made = center.make(
        issuing.issue, center.settings, person.username, audiences=(center.settings.issuer,), seconds=600
    )
    return str(made.reveal())


def place(business: Business, person: Person, topic: str = CREATED) -> tuple[str, Callable[[], str], str]:
    token = token_of(business, person)
    return business.center.url, lambda: token, topic


def path_of(keys: ConsumerKeys | ProducerKeys) -> Path:
    return Path(keys._file.path)


def releases(business: Business) -> int:
    return [entry.action for entry in entries(business)].count("encryption_key.release")


def answering(status: int, content: bytes, headers: dict[str, str] | None = None) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.send_response(status)
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

    return Handler
