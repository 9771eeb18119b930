"""What the doctor says about settings, without a database."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from app.maintenance.doctor import settings_checks
from app.platform.settings import Settings
from tests.doctor.findings import OTHER, matches, pem


def _a_certificate(file: Path, days: int) -> Path:
    file.write_bytes(pem(days))
    return file


def _open_to_others(directory: Path) -> Path:
    (directory / "secret").write_text("x")
    (directory / "secret").chmod(0o644)
    return directory / "secret"


OF_SETTINGS: dict[str, tuple[str, Callable[[Path], dict[str, Any]], str]] = {
    "development": ("settings.environment", lambda _: {}, "development"),
    "no proxy": ("settings.proxy", lambda _: {"issuer": "https://center.example"}, "PUC_TRUSTED_PROXIES"),
    "a wide proxy": ("settings.proxy", lambda _: {"trusted_proxies": "10.0.0.5,172.16.0.0/12"}, "all of 172.16.0.0/12"),
    "a wide proxy of IPv6": ("settings.proxy", lambda _: {"trusted_proxies": "fd00::/8"}, "all of fd00::/8"),
    "no console": (
        "settings.console",
        lambda p: {"console_directory": p / "none"},
        "the console is not in .*/none: / ",
    ),
    "one secret": ("settings.same_keys", lambda _: {"secret_key": OTHER, "backup_key": OTHER}, "the same secret"),
    "a former key": ("settings.previous_keys", lambda _: {"secret_key_previous": OTHER}, "still there"),
    "an open file": ("settings.secret_files", lambda p: {"secret_key_file": _open_to_others(p)}, "others of this"),
    "an old certificate": ("settings.certificates", lambda p: {"mail_ca_file": _a_certificate(p / "c", -2)}, "ended"),
    "one that ends": ("settings.certificates", lambda p: {"mail_ca_file": _a_certificate(p / "c", 9)}, "in 9 days"),
    "no certificate": ("settings.certificates", lambda p: {"web_hook_ca_file": p / "none"}, "cannot be read"),
}


@pytest.mark.parametrize("case", sorted(OF_SETTINGS))
def test_each_wrong_setting_is_found(case: str, tmp_path: Path) -> None:
    check, change, pattern = OF_SETTINGS[case]
    settings = Settings(environment="development", secret_key=SecretStr("s" * 40)).model_copy(update=change(tmp_path))
    found = list(settings_checks.CHECKS[check](settings))
    assert [diagnosis for diagnosis in found if matches(pattern, diagnosis)], found
    assert OTHER.get_secret_value() not in json.dumps([diagnosis.sentence + diagnosis.mend for diagnosis in found])


def test_proxies_that_are_few_and_a_console_that_is_there_are_well(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<html>")
    settings = Settings(trusted_proxies="10.0.0.5,10.1.0.0/16,fd00:1:2::/48", console_directory=tmp_path)
    assert [*settings_checks.proxy(settings), *settings_checks.console(settings)] == []


def test_a_variable_that_is_empty_names_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PUC_SECRET_KEY_FILE", "")
    monkeypatch.setenv("PUC_MAIL_CA_FILE", "")
    settings = Settings(secret_key=OTHER)
    assert [
        diagnosis
        for check in settings_checks.CHECKS.values()
        for diagnosis in check(settings)
        if "FILE" in diagnosis.sentence
    ] == []


def test_a_file_of_another_user_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only root can give files away, so the doctor runs as another user."""
    file = _open_to_others(tmp_path)
    file.chmod(0o600)
    owner = file.stat().st_uid
    settings = Settings(backup_key_file=file)
    assert list(settings_checks.secret_files(settings)) == []
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    monkeypatch.setattr(settings_checks, "_ROOT", owner + 2)
    (found,) = settings_checks.secret_files(settings)
    assert matches(f"number {owner}", found)


@pytest.mark.parametrize("mode", [0o400, 0o440, 0o640])
def test_a_file_of_the_centers_group_is_well(mode: int, tmp_path: Path) -> None:
    file = _open_to_others(tmp_path)
    file.chmod(mode)
    settings = Settings(environment="development", secret_key=SecretStr("s" * 40), secret_key_file=file)
    assert list(settings_checks.secret_files(settings)) == []
