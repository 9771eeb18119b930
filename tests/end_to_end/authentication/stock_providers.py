"""Pulsar's own providers beside ours: a shared secret for tokens, a password file, certificates."""

import base64
import secrets
import subprocess
from pathlib import Path

import jwt

_STOCK = "org.apache.pulsar.broker.authentication.AuthenticationProvider"
_OURS = "io.github.pulsarusercenter.UserCenter"
OURS = (f"{_OURS}TokenAuthenticationProvider", f"{_OURS}BasicAuthenticationProvider", f"{_OURS}AuthenticationProvider")
STOCK = (f"{_STOCK}Token", f"{_STOCK}Basic", f"{_STOCK}Tls")
PASSWORD = "a password of the file"


class StockProviders:
    """The providers' files below `directory`, and credentials that they accept."""

    def __init__(self, directory: Path, *users: str) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        self._secret = secrets.token_bytes(32)
        self._passwords = directory / "htpasswd"
        hashed = subprocess.run(
            ["openssl", "passwd", "-apr1", PASSWORD], capture_output=True, text=True, check=True
        ).stdout.strip()
        self._passwords.write_text("".join(f"{user}:{hashed}\n" for user in users))

    def settings(self) -> dict[str, str]:
        """Lines of broker.conf or proxy.conf for the stock token and password providers."""
        return {
            "tokenSecretKey": "data:;base64," + base64.b64encode(self._secret).decode(),
            "basicAuthConf": f"file://{self._passwords}",
        }

    def token(self, subject: str) -> str:
        """A token like those of `bin/pulsar tokens create`: without issuer, key id and expiry."""
        return jwt.encode({"sub": subject}, self._secret, algorithm="HS256")
