"""Tokens and sign-ins: right ones, and wrong ones that must be refused. Each comes from an address of its own."""

import random
from urllib.parse import urlencode

from app.identity import secret_format
from benchmarks.connection import request
from benchmarks.load.ask import Answer, Ask
from benchmarks.load.estate import PASSWORD, Estate


class Proving:
    """Draws sign-ins."""

    def __init__(self, estate: Estate, chance: random.Random) -> None:
        self._estate, self._chance = estate, chance

    def token(self) -> Ask:
        """A service user's program gets a token."""
        return self.token_of(self._estate.service, self._estate.secret)

    def token_of(self, name: str, secret: str) -> Ask:
        """This one does."""
        return Ask("token", self._form(name, secret), judge=_token)

    def wrong_secret(self) -> Ask:
        """The same with a secret that nobody has."""
        return Ask("wrong secret", self._form(self._estate.service, secret_format.new("secret")), 401)

    def sign_in(self) -> Ask:
        """A person signs in with a password."""
        return Ask("sign-in", self._person(self._chance.choice(self._estate.people), PASSWORD))

    def wrong_password(self) -> Ask:
        """Somebody tries a name and a password."""
        return Ask("wrong password", self._person(f"nobody{self._chance.randrange(10**6)}", "not the password"), 401)

    def _form(self, name: str, secret: str) -> bytes:
        form = {"grant_type": "client_credentials", "client_id": name, "client_secret": secret}
        content = urlencode(form).encode()
        kind = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(content)}\r\n\r\n"
        head = self._from_somewhere(request(self._estate.url, "", "POST", "/oauth2/token"))
        return head[:-2] + kind.encode() + content

    def _person(self, name: str, password: str) -> bytes:
        body = {"username": name, "password": password}
        return self._from_somewhere(request(self._estate.url, "", "POST", "/api/v1/session", body))

    def _from_somewhere(self, sent: bytes) -> bytes:
        address = ".".join(str(self._chance.randrange(1, 224)) for _ in range(4))
        return sent.replace(b"\r\n", f"\r\nX-Forwarded-For: {address}\r\n".encode(), 1)


def _token(answer: Answer) -> str | None:
    return None if answer.json()["access_token"] else "no token"
