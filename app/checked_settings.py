"""The settings of a start, refused when they are unsafe: before anything else is imported, let alone begun."""

import os
import secrets
from pathlib import Path

from pydantic import ValidationError

from app import private_files
from app.settings import Settings


class UnsafeStartError(Exception):
    """The service would not be safe, or could not run; each line says what to do about it."""


def read() -> Settings:
    """Settings from the environment. Raises UnsafeStartError; in development, what is missing is made up safely."""
    if os.environ.get("PUC_ENVIRONMENT") == "development":
        _development_defaults()
    try:
        settings = Settings()
    except ValidationError as error:
        # Without what was given: it may be a secret.
        wrong = [f"PUC_{'_'.join(map(str, one['loc'])).upper()}: {one['msg']}" for one in error.errors()]
        raise UnsafeStartError("\n".join(["The user center does not start:", *wrong])) from None
    if problems := settings.unsafe():
        raise UnsafeStartError("\n".join(["The user center does not start:", *problems]))
    return settings


def _development_defaults() -> None:
    port = os.environ.setdefault("PUC_PORT", "8080")
    os.environ.setdefault("PUC_ISSUER", f"http://127.0.0.1:{port}")
    if "PUC_SECRET_KEY" not in os.environ and "PUC_SECRET_KEY_FILE" not in os.environ:
        os.environ["PUC_SECRET_KEY_FILE"] = str(_own_secret(Path("data/secret.key")))


def _own_secret(file: Path) -> Path:
    if not file.exists():
        private_files.write_new(file, secrets.token_urlsafe(48) + "\n")
    return file
