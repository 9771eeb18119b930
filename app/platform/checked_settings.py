"""The settings at start. Unsafe ones are refused before anything else is imported."""

import os
import secrets
from collections.abc import Iterable, Iterator
from pathlib import Path

from pydantic import ValidationError
from pydantic_core import ErrorDetails
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from app.platform import private_files, spelling, unsafe_settings, vault
from app.platform.settings import Settings
from app.platform.tracing import exporting

_OF_OTHERS = ("PUC_SERVER", "PUC_TOKEN", "PUC_CLIENT_ID", "PUC_CLIENT_KEY", "PUC_CACHE")
"""Read by the command line, and by make."""
_DATABASES = ("sqlite", "postgresql", "mysql", "mariadb")
_BEGIN_IT = "begin it with sqlite://, postgresql+psycopg:// or mysql+pymysql://"


class UnsafeStartError(Exception):
    """The service would not be safe, or could not run. Each line of the message says what to do."""


def read() -> Settings:
    """Settings from the environment. Raises UnsafeStartError. In development missing ones get safe values."""
    if os.environ.get("PUC_ENVIRONMENT") == "development":
        _development_defaults()
    settings, locked = opened(_parse())
    if problems := [
        *(locked or unsafe_settings.start_problems(settings)),
        *of_the_database(settings.database_url),
        *exporting.problems(settings, os.environ),
    ]:
        raise UnsafeStartError("\n".join(["The user center does not start:", *problems]))
    return settings


def _parse() -> Settings:
    try:
        return Settings()
    except ValidationError as error:
        # The message leaves out the given values, as they may be secrets.
        wrong = [_sentence(error) for error in error.errors()]
        raise UnsafeStartError("\n".join(["The user center does not start:", *wrong])) from None


def _sentence(error: ErrorDetails) -> str:
    if not error["loc"]:  # Settings' own sentences, about files
        return str(error["ctx"]["error"])
    return f"PUC_{'_'.join(map(str, error['loc'])).upper()}: {error['msg']}"


def unknown(variables: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Variables that look like a setting and are none, each with what to do. The center has the default instead."""
    names = [f"PUC_{setting.upper()}" for setting in Settings.model_fields]
    for name in sorted(variable for variable in variables if variable.upper().startswith("PUC_")):
        if name.upper() not in (*names, *_OF_OTHERS):
            suggestion = spelling.nearest(name.upper(), names)
            yield (
                name,
                f"did you mean {suggestion}?" if suggestion else "take it away; all settings are in docs/operating.md",
            )


def opened(settings: Settings) -> tuple[Settings, list[str]]:
    """The settings with Vault's ciphertexts in clear, and sentences about what could not be opened."""
    if problems := unsafe_settings.vault_problems(settings):
        return settings, problems
    try:
        return vault.opened(settings), []
    except vault.VaultError as error:
        return settings, [str(error)]


def encrypted(secret: str) -> str:
    """A secret as Vault's ciphertext, for settings that need not be complete yet. Raises UnsafeStartError."""
    settings = _parse()
    try:
        if problems := unsafe_settings.vault_problems(settings):
            raise UnsafeStartError("\n".join(problems))
        return vault.encrypted(settings, secret)
    except vault.VaultError as error:
        raise UnsafeStartError(str(error)) from None


def of_the_database(address: str) -> list[str]:
    """What is wrong with the database's address, without quoting it: an `@` in a password makes the rest a host."""
    if not address.isprintable():
        return ["PUC_DATABASE_URL is more than one line, or holds a sign that no address has"]
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        return [f"PUC_DATABASE_URL is no address of a database: {_BEGIN_IT}"]
    if url.get_backend_name() not in _DATABASES:
        return [f"PUC_DATABASE_URL is no address of a database that is supported: {_BEGIN_IT}"]
    if not _has_driver(url):
        return [f"PUC_DATABASE_URL asks for a driver that is not installed: {_BEGIN_IT}"]
    if "@" in (url.host or ""):
        return ["PUC_DATABASE_URL has a sign in its password that has to be written otherwise: %40 for @"]
    return []


def _has_driver(url: URL) -> bool:
    try:
        url.get_dialect().import_dbapi()
    except (ImportError, NoSuchModuleError):
        return False
    return True


def _development_defaults() -> None:
    port = os.environ.setdefault("PUC_PORT", "8080")
    os.environ.setdefault("PUC_ISSUER", f"http://127.0.0.1:{port}")
    if "PUC_SECRET_KEY" not in os.environ and "PUC_SECRET_KEY_FILE" not in os.environ:
        os.environ["PUC_SECRET_KEY_FILE"] = str(_own_secret(Path("data/secret.key")))


def _own_secret(file: Path) -> Path:
    if not file.exists():
        private_files.write_new(file, secrets.token_urlsafe(48) + "\n")
    return file
