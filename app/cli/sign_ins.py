"""Stored sign-ins: one file per center below ~/.config/pulsar-user-center, readable by its owner only.

A token is sent only to the center that issued it, because it is stored under that center's address.
"""

import json
import os
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import quote, urlsplit

from app.cli.ending import wrong_usage

_LOOPBACK = {"127.0.0.1", "localhost", "::1"}


@dataclass(frozen=True)
class SignIn:
    """A sign-in: user, center and end (epoch ms). The token is missing from `repr`."""

    server: str
    username: str
    expires: int
    token: str

    def __repr__(self) -> str:
        return f"SignIn({self.server!r}, {self.username!r})"

    def expired(self) -> bool:
        """True when the token has expired."""
        return self.expires <= time.time_ns() // 1_000_000


def directory(environment: Mapping[str, str] = os.environ) -> Path:
    """The directory of the files."""
    home = environment.get("XDG_CONFIG_HOME")
    return (Path(home) if home else Path.home() / ".config") / "pulsar-user-center"


def checked_address(text: str) -> str:
    """The address without a trailing slash. Raises CommandError unless it is https or loopback, as it will get the
    token."""
    try:
        parts = urlsplit(text)
        port_is_a_number = parts.port is None or parts.port > 0
    except ValueError:
        raise wrong_usage(f"{text!r} is no address of a center") from None
    if parts.scheme not in ("http", "https") or not parts.hostname or not port_is_a_number or parts.username:
        raise wrong_usage(f"{text!r} is no address of a center: https://center.example is one")
    if parts.scheme == "http" and parts.hostname not in _LOOPBACK:
        raise wrong_usage(f"{text} would carry tokens in the clear: use https")
    return f"{parts.scheme}://{parts.netloc}{parts.path}".rstrip("/")


def find(server: str) -> SignIn | None:
    """The sign-in at this center, expired or not. Raises CommandError when its file cannot be read."""
    file = _file(server)
    try:
        found = SignIn(**json.loads(file.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError) as error:
        raise wrong_usage(f"{file} cannot be read: remove it and sign in again") from error
    return found if found.server == server else None


def last_server() -> str | None:
    """The center of the last sign-in."""
    try:
        return (directory() / "last").read_text(encoding="utf-8").strip() or None
    except OSError:
        return None


def keep(sign_in: SignIn) -> Path:
    """Store a sign-in and remember its center as the last one. Returns the file."""
    _write(directory() / "last", sign_in.server + "\n")
    file = _file(sign_in.server)
    _write(file, json.dumps(asdict(sign_in), indent=2) + "\n")
    return file


def forget(server: str) -> None:
    """Delete the stored sign-in; a second call changes nothing."""
    _file(server).unlink(missing_ok=True)


def _file(server: str) -> Path:
    return directory() / f"{quote(server, safe='')}.json"


def _write(file: Path, text: str) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        aside = file.with_name(f".{file.name}.{os.getpid()}")
        descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as out:
            out.write(text)
        aside.replace(file)
    except OSError as error:
        raise wrong_usage(f"{file} cannot be written: {error.strerror}") from error
