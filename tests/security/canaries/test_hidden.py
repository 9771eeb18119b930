"""Nothing that sounds like a secret is in the `repr` of a model, of a record, or of the settings."""

import dataclasses
import importlib
import pkgutil
import secrets
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

import pytest
from pydantic import BaseModel, SecretStr

import app
from app.platform.settings import Settings
from tests.security.canaries.sounding import NO_SECRET, SOUNDS

NO_SECRET_HERE = {
    "Settings.vault_transit_key": "names a key of Vault",
    "AnswerOfCluster.code": "names the error",
    "BrokerLoad.code": "names the error",
    "ClusterAnswer.code": "names the error",
    "WhyFields.code": "names the error",
    "Sentence.code": "names the sentence",
    "WhatFields.what_code": "names what it is about",
    "UnreadPart.code": "names the error",
    "RecordField.key": "Pulsar's name of a field of a policy",
    "PolicyCalls.key": "Pulsar's name of a policy",
    "TableShape.key": "names of columns",
    "BrokerPaths.credential": "where it lies",
    "AuthenticatedClient.credential": "names it",
    "Caller.credential": "names it",
    "VerifiedUser.credential": "names it",
    "EntryOrigin.credential": "names it",
    "Request.credential": "names it",
    "Request.key": "the Idempotency-Key, which opens nothing",
    "TrailChange.key": "what the changed thing is called",
    "Event.code": "the reason of a denial",
    "Metadata.jwks_uri": "an address",
    "Metadata.token_endpoint": "an address",
    "Provisioner.token_for": "a function",
    "ApplicationSettings.id_token_alg": "names an algorithm",
    "PublicKey.jwk": "is public",
}
"""Fields of records that are in no answer."""


@cache
def classes() -> list[type]:
    """Every class of ours."""
    names = [module.name for module in pkgutil.walk_packages(app.__path__, "app.") if module.name != "app.__main__"]
    modules = [importlib.import_module(name) for name in names]
    found = {member for module in modules for member in vars(module).values() if isinstance(member, type)}
    return sorted((kind for kind in found if kind.__module__.startswith("app.")), key=lambda kind: kind.__qualname__)


def shown_fields(kind: type) -> Iterator[tuple[str, Any]]:
    """Name and type of the fields that its `repr` shows."""
    if issubclass(kind, BaseModel):
        yield from ((name, field.annotation) for name, field in kind.model_fields.items() if field.repr)
    elif dataclasses.is_dataclass(kind) and hasattr(kind.__repr__, "__wrapped__"):  # one that the class writes has none
        yield from ((field.name, field.type) for field in dataclasses.fields(kind) if field.repr)


def is_text(kind: Any) -> bool:
    return kind in (str, bytes, dict) or any(is_text(argument) for argument in get_args(kind))


def test_fields_that_sound_like_secrets_are_not_shown() -> None:
    every = [
        (f"{shown_class.__name__}.{name}", name, kind)
        for shown_class in classes()
        for name, kind in shown_fields(shown_class)
    ]
    assert len(every) > 500
    wrong = [which for which, name, kind in every if SOUNDS.search(name) and is_text(kind)]
    assert sorted(set(wrong) - NO_SECRET.keys() - NO_SECRET_HERE.keys()) == []


@pytest.mark.parametrize(
    "field", [name for name, field in Settings.model_fields.items() if field.annotation is SecretStr]
)
def test_settings_hide_their_secrets(field: str) -> None:
    canary = secrets.token_hex(16)
    settings = Settings().model_copy(update={field: SecretStr(canary)})
    assert canary not in f"{settings!r} {settings} {settings.model_dump()} {settings.model_dump_json()}"


def test_settings_hide_the_password_of_the_database() -> None:
    canary = secrets.token_hex(16)
    settings = Settings(database_url=f"postgresql+psycopg://center:{canary}@db.example/center")
    assert canary not in f"{settings!r} {settings}"
