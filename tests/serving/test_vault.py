"""Secrets of the settings that Vault encrypted: opened at the start, or the start is refused."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.platform import checked_settings
from app.platform import vault as vault_client
from tests.cli.terminal import Terminal
from tests.serving import played_vault
from tests.serving.played_vault import ENGINE, TOKEN, PlayedVault, seal
from tests.serving.test_start import SAFE

PLAIN = "Rk3vQ9xT7pLw2RmB8sHc5NfJ0aYdUeGi4o2"


@pytest.fixture
def vault() -> Iterator[PlayedVault]:
    with played_vault.running() as played:
        yield played


def _environment(vault: PlayedVault, **more: str) -> dict[str, str]:
    where = {
        "PUC_VAULT_ADDRESS": vault.url,
        "PUC_VAULT_TRANSIT_PATH": "keys/transit",
        "PUC_VAULT_TRANSIT_KEY": "center",
    }
    return {**SAFE, **where, "PUC_VAULT_TOKEN": TOKEN, **more}


def test_each_ciphertext_is_opened_and_nothing_else_is_asked(
    vault: PlayedVault, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "key").write_text(seal(PLAIN) + "\n")
    environment = _environment(
        vault, PUC_KEY_ENCRYPTION_KEY_FILE=str(tmp_path / "key"), PUC_SECRET_KEY=seal(SAFE["PUC_SECRET_KEY"])
    )
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    found = checked_settings.read()
    assert found.key_encryption_key.get_secret_value() == PLAIN
    assert found.secret_key.get_secret_value() == SAFE["PUC_SECRET_KEY"]
    assert vault.asked == [f"{ENGINE}decrypt/center"] * 2


def test_without_a_ciphertext_vault_is_not_asked(vault: PlayedVault, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in _environment(vault).items():
        monkeypatch.setenv(name, value)
    checked_settings.read()
    assert vault.asked == []


REFUSED: dict[str, tuple[dict[str, str], tuple[int, bytes] | None, str]] = {
    "a wrong token": ({"PUC_VAULT_TOKEN": "hvs.other"}, None, "refuses to decrypt it (status 403)"),
    "no address": ({"PUC_VAULT_ADDRESS": ""}, None, "PUC_VAULT_ADDRESS does not say where Vault is"),
    "nobody there": ({"PUC_VAULT_ADDRESS": "http://127.0.0.1:1"}, None, "does not answer"),
    "plain http": ({"PUC_VAULT_ADDRESS": "http://vault.example"}, None, "plain http and not loopback"),
    "a port that is none": ({"PUC_VAULT_ADDRESS": "https://vault.example:abc"}, None, "VAULT_ADDRESS is no address"),
    "a password in it": ({"PUC_VAULT_ADDRESS": "https://a:b@vault.example"}, None, "PUC_VAULT_ADDRESS is no address"),
    "half an address": ({"PUC_VAULT_ADDRESS": "https://[::1"}, None, "PUC_VAULT_ADDRESS is no address"),
    "a token with an accent": ({"PUC_VAULT_TOKEN": "hvs.é"}, None, "PUC_VAULT_TOKEN (or its file) holds signs"),
    "no certificates": (
        {"PUC_VAULT_CA_FILE": "none.pem"},
        None,
        "PUC_VAULT_CA_FILE (none.pem) cannot be read: No such",
    ),
    "another engine": ({}, (200, b'{"data":{"value":"x"}}'), "none of the transit engine"),
    "no JSON": ({}, (200, b"<html>"), "none of the transit engine"),
    "a list": ({}, (200, b"[1]"), "none of the transit engine"),
    "sent elsewhere": ({}, (307, b""), "(status 307)"),
    "far too much": ({}, (200, b" " * 70_000), "(status 200)"),
    "no text": ({}, (200, b'{"data":{"plaintext":"_/8="}}'), "what Vault decrypted is no text"),
    "a weak key": ({}, (200, b'{"data":{"plaintext":"c2hvcnQ="}}'), "PUC_KEY_ENCRYPTION_KEY is no random text"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_center_whose_key_is_not_opened_does_not_start(vault: PlayedVault, tmp_path: Path, case: str) -> None:
    changed, vault.answer, sentence = REFUSED[case]
    environment = {**_environment(vault, PUC_KEY_ENCRYPTION_KEY=seal(PLAIN)), **changed}
    done = Terminal(tmp_path, environment)("migrate", status=2)
    said = done.stdout + done.stderr
    assert sentence in said
    assert [secret for secret in (PLAIN, seal(PLAIN), environment["PUC_VAULT_TOKEN"]) if secret in said] == []


def test_an_answer_that_drips_is_no_answer(vault: PlayedVault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vault_client, "_SECONDS", 2)
    vault.answer, vault.pause_seconds = (200, b" " * 100), 0.05
    done = Terminal(tmp_path, _environment(vault, PUC_KEY_ENCRYPTION_KEY=seal(PLAIN)))("migrate", status=2)
    assert "does not answer (ReadTimeout)" in done.stderr


def test_a_secret_is_encrypted_before_the_settings_are_complete(vault: PlayedVault, tmp_path: Path) -> None:
    environment = _environment(vault, PUC_ISSUER="", PUC_SECRET_KEY="")
    terminal = Terminal(tmp_path, environment)
    assert terminal("vault-encrypt", typed=f"{PLAIN}\n").stdout == f"{seal(PLAIN)}\n"
    assert terminal("vault-encrypt", typed=PLAIN).stdout == f"{seal(PLAIN)}\n"
    stranger = Terminal(tmp_path, {**environment, "PUC_VAULT_TOKEN": "other"})
    assert "refuses to encrypt it" in stranger("vault-encrypt", typed=PLAIN, status=2).stderr
