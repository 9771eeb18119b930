"""Watches what the center answers: learns the secrets that it tells, and keeps all errors."""

import base64
import re
import secrets
from collections.abc import Iterable, Iterator
from http.cookies import SimpleCookie
from typing import Any

import httpx

from tests.center import Center
from tests.security.canaries import sounding
from tests.security.canaries.sounding import Document, Where

_SHORTEST = 9
"""Shorter texts, such as codes of six digits, are found by chance."""
_CANARY = "Canary"
"""How those begin that the test makes. Six letters are eight of base64, whatever follows."""


Leak = tuple[str, list[str]]
"""The name of a text, and where the secrets came from that are in it."""


class Eyes:
    """`secrets`: each with where it came from; `answered`: where secrets were answered; `errors`: their texts."""

    def __init__(self, center: Center, document: Document) -> None:
        self._center = center
        self._wanted = sounding.secret_outputs(document)
        self._routes = [(operation, _pattern(operation)) for operation, _ in sounding.operations(document)]
        self.secrets: dict[str, str] = {}
        self.answered: set[Where] = set()
        self.errors: list[tuple[str, str]] = []

    def know(self, secret: str, where: str) -> str:
        """A secret that the test made itself."""
        if len(secret) >= _SHORTEST:
            self.secrets.setdefault(secret, where)
        return secret

    def canary(self, where: str) -> str:
        """A new secret for this place."""
        return self.know(f"{_CANARY}{secrets.token_hex(8)}bird", where)

    def client(self, **headers: str) -> httpx.Client:
        """A new client, watched."""
        return self.watch(self._center.client(**headers))

    def watch(self, client: httpx.Client) -> httpx.Client:
        """Watch a client."""
        for name, value in client.cookies.items():
            self.know(value, f"cookie {name}")
        client.event_hooks["response"].append(self._look)
        return client

    def operation(self, request: httpx.Request) -> str:
        """`METHOD path` as in the document."""
        operation_asked = f"{request.method} {request.url.path}"
        fitting = [operation for operation, pattern in self._routes if pattern.fullmatch(operation_asked)]
        return min(fitting, key=lambda template: template.count("{"), default=operation_asked)

    def _look(self, answer: httpx.Response) -> None:
        answer.read()
        operation = self.operation(answer.request)
        for line in answer.headers.get_list("set-cookie"):
            for name, morsel in SimpleCookie(line).items():
                self.know(morsel.value, f"{operation} cookie {name}")
        if answer.status_code >= 400:
            others = [f"{name}: {value}" for name, value in answer.headers.items() if name != "set-cookie"]
            self.errors.append((operation, "\n".join([*others, answer.text])))
        elif answer.content and answer.headers.get("content-type", "").split(";")[0] == "application/json":
            self._learn(operation, answer.json())

    def _learn(self, operation: str, value: Any, name: str = "") -> None:
        if isinstance(value, dict):
            for inner, inner_value in value.items():
                self._learn(operation, inner_value, inner)
        elif isinstance(value, list):
            for element in value:
                self._learn(operation, element, name)
        elif isinstance(value, str) and value and (operation, name) in self._wanted:
            self.answered.add((operation, name))
            self.know(value, f"{operation} {name}")


def leaks_in(known: Iterable[tuple[str, str]], text: str) -> list[str]:
    """Where the secrets came from that are in the text, in whichever form."""
    canaries = any(form in text for form in _forms(_CANARY))
    looked_for = ((secret, where) for secret, where in known if canaries or not secret.startswith(_CANARY))
    return [where for secret, where in looked_for if any(form in text for form in _forms(secret))]


def leaks(known: Iterable[tuple[str, str]], texts: Iterable[tuple[str, str]]) -> list[Leak]:
    """The texts, each with its name, that have a secret in them."""
    known, texts = list(known), list(texts)
    if not leaks_in(known, "\n".join(text for _, text in texts)):  # one look at all: there are thousands
        return []
    return [(name, where) for name, text in texts if (where := leaks_in(known, text))]


def _forms(secret: str) -> Iterator[str]:
    yield secret
    if secret.count(".") == 2:
        yield secret.rpartition(".")[2]  # the signature of a JWT; without it the rest opens nothing
        return
    if "-" in secret[1:-1] and len(secret) < 40:
        yield secret.replace("-", "")
    yield base64.b64encode(secret.encode()).decode().rstrip("=")
    yield secret.encode().hex()


def _pattern(operation: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{[^}]*\\\}", "[^/]+", re.escape(operation)))
