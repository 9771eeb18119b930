"""The settings in force: what an administrator is told of them, and that no secret is."""

import json
from pathlib import Path

import httpx
import pytest
from pydantic import SecretStr

from app.api.admin.settings import SettingItem, items
from app.platform.settings import Settings
from tests.center import Center
from tests.factories import an_administrator

pytestmark = pytest.mark.any_database


def read(settings: Settings) -> dict[str, SettingItem]:
    return {item.name: item for item in items(settings)}


def test_every_setting_is_told_with_its_meaning(center: Center) -> None:
    answer: httpx.Response = center.with_token(center.make(an_administrator)).get("/api/v1/settings")
    told = {item["name"]: item for item in answer.json()["items"]}
    assert set(told) == {f"PUC_{name.upper()}" for name in Settings.model_fields}
    assert all(item["meaning"] for item in told.values())
    assert told["PUC_ISSUER"]["value"] == center.settings.issuer
    assert told["PUC_FOUR_EYES"] == {
        "name": "PUC_FOUR_EYES", "value": "off", "is_secret": False, "is_set": True, "source": "default",
        "meaning": told["PUC_FOUR_EYES"]["meaning"],
    }  # fmt: skip


def test_no_secret_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    hidden = "nobody-may-read-this"
    (tmp_path / "key").write_text(hidden)
    monkeypatch.setenv("PUC_DATABASE_URL", f"postgresql+psycopg://center:{hidden}@db/center")
    monkeypatch.setenv("PUC_SECRET_KEY_FILE", str(tmp_path / "key"))
    secrets = {name for name, field in Settings.model_fields.items() if field.annotation is SecretStr}
    for name in secrets - {"secret_key"}:
        monkeypatch.setenv(f"PUC_{name.upper()}", hidden)
    told = read(Settings())
    assert hidden not in json.dumps([item.model_dump() for item in told.values()])
    of_secrets = [told[f"PUC_{name.upper()}"] for name in (*secrets, "database_url")]
    assert all(item.is_secret and item.is_set and item.value is None for item in of_secrets)
    sources = {name: told[f"PUC_{name}"].source for name in ("SECRET_KEY", "SECRET_KEY_FILE", "DATABASE_URL", "PORT")}
    assert sources == {
        "SECRET_KEY": "file", "SECRET_KEY_FILE": "environment", "DATABASE_URL": "environment", "PORT": "default",
    }  # fmt: skip


def test_an_address_with_a_password_is_not_told() -> None:
    """The center asks Vault only for ciphertexts, and checks its address only then."""
    told = read(Settings(vault_address="https://center:hidden@vault.example", issuer="https://center.example/@"))
    vault, issuer = told["PUC_VAULT_ADDRESS"], told["PUC_ISSUER"]
    assert (vault.value, vault.is_secret, vault.is_set) == (None, True, True)
    assert issuer.value == "https://center.example/@"


def test_empty_ones_have_no_value() -> None:
    told = read(Settings(mail_host=""))
    assert (told["PUC_MAIL_HOST"].value, told["PUC_MAIL_HOST"].is_set) == (None, False)
    assert (told["PUC_BACKUP_KEY"].value, told["PUC_BACKUP_KEY"].is_set) == (None, False)
    assert told["PUC_REGISTRATION_OPEN"].value == "false"
