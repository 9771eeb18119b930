"""Stored sign-ins: one file per center below ~/.config/pulsar-user-center, readable by its owner only.

A token is sent only to the center that issued it, because it is stored under that center's address.
"""

import base64
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from app.cli.exit_status import CommandError, wrong_usage
from app.platform.clock import machine_ms

CLIENT = "usercenter-cli"
"""Our client id: the center knows this program without registration."""
_LOOPBACK = {"127.0.0.1", "localhost", "::1"}


@dataclass(frozen=True)
class StoredSignIn:
    """A sign-in: user, center and end of the token (epoch ms). The tokens are missing from `repr`."""

    server: str
    username: str
    expires: int
    token: str
    refresh: str | None = None
    """For one use, see `refreshing`."""

    def __repr__(self) -> str:
        return f"SignIn({self.server!r}, {self.username!r})"

    def ends_within(self, milliseconds: int) -> bool:
        """True when the token has expired, or will so soon."""
        return self.expires - milliseconds <= machine_ms()


def claims(token: str) -> dict[str, Any]:
    """The claims of our own token, without verifying it: that is up to the center. Raises CommandError."""
    try:
        payload = token.split(".")[1]
        found: dict[str, Any] = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    except (IndexError, ValueError) as error:
        raise CommandError("the center answered with something that is no token") from error
    return found


def directory(environment: Mapping[str, str] = os.environ) -> Path:
    """The directory of the files. Raises CommandError."""
    home = environment.get("XDG_CONFIG_HOME")
    try:
        return (Path(home) if home else Path.home() / ".config") / "pulsar-user-center"
    except RuntimeError as error:  # a container's user without a name
        raise wrong_usage("sign-ins are kept in the home directory, and there is none: set XDG_CONFIG_HOME") from error


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


def find(server: str) -> StoredSignIn | None:
    """The sign-in at this center, expired or not. Raises CommandError when its file cannot be read."""
    file = _file(server)
    try:
        found = StoredSignIn(**json.loads(file.read_text(encoding="utf-8")))
        found.ends_within(0)  # raises TypeError when its end is no number
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError) as error:
        raise wrong_usage(f"{file} cannot be read: remove it and sign in again") from error
    return found if found.server == server else None


def last_server() -> str | None:
    """The center of the last sign-in."""
    try:
        return (directory() / "last").read_text(encoding="utf-8").strip() or None
    except (OSError, UnicodeDecodeError):
        return None


def keep(sign_in: StoredSignIn) -> Path:
    """Store a sign-in and remember its center as the last one. Returns the file."""
    _write(directory() / "last", sign_in.server + "\n")
    file = _file(sign_in.server)
    _write(file, json.dumps(asdict(sign_in), indent=2) + "\n")
    return file


def forget(server: str) -> None:
    """Delete the stored sign-in; a second call changes nothing."""
    _file(server).unlink(missing_ok=True)


def lock_file(server: str) -> Path:
    """The file that commands lock while they refresh a token; it holds nothing."""
    return directory() / f"{quote(server, safe='')}.lock"


def _file(server: str) -> Path:
    return directory() / f"{quote(server, safe='')}.json"


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    aside = file.with_name(f".{file.name}.{os.getpid()}")
    descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as out:
        out.write(text)
        out.flush()
        os.fsync(descriptor)  # a refresh token that is lost can't be had again
    aside.replace(file)
