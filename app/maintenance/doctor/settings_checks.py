"""Checks of the settings, and of the files that they name. No database is needed."""

import datetime
import os
from collections.abc import Iterator
from pathlib import Path

from cryptography import x509

from app.maintenance.doctor.check import Diagnosis, SettingsCheck, problem, warning
from app.platform import checked_settings, console_files
from app.platform.hosts import is_network, prefix_of
from app.platform.settings import Settings

_SOON = datetime.timedelta(days=30)
_CERTIFICATES = ("provider_ca_file", "mail_ca_file", "web_hook_ca_file")
_FORBIDDEN_MODE_BITS = 0o037
"""A group may read: Kubernetes mounts secrets so, and who keeps them as root for the center's group."""
_ROOT = 0
_PREFIX_OF_PROXIES = {4: 16, 6: 48}
"""A wider network holds more than proxies."""


def unknown(_: Settings) -> Iterator[Diagnosis]:
    """Is a setting misspelled? The center reads none that it does not know, and has the default instead."""
    for name, mend in checked_settings.unknown(os.environ):
        yield warning(f"{name} is no setting of the center: it has no effect", mend)


def development(settings: Settings) -> Iterator[Diagnosis]:
    """Is it run as in development?"""
    if settings.environment == "development":
        yield warning(
            "PUC_ENVIRONMENT is development: the center answers to names of loopback",
            "leave PUC_ENVIRONMENT away outside of a developer's machine",
        )


def proxy(settings: Settings) -> Iterator[Diagnosis]:
    """Does the audit log record the addresses of callers, or that of a proxy?"""
    if settings.issuer.startswith("https:") and not settings.proxies():
        yield warning(
            "the issuer is https, which only a proxy in front of the center speaks, but no proxy is trusted: the audit "
            "log and all limits see the proxy's address as everybody's",
            "name the proxy's address in PUC_TRUSTED_PROXIES",
        )
    for network in filter(is_network, settings.proxies()):
        version, prefix = prefix_of(network)
        if prefix < _PREFIX_OF_PROXIES[version]:
            yield warning(
                f"PUC_TRUSTED_PROXIES trusts all of {network}: whoever is there chooses the address that audit log, "
                "limits to networks and rates believe",
                "name the addresses of the proxies, or a network that holds nothing else",
            )


def console(settings: Settings) -> Iterator[Diagnosis]:
    """Is the console there?"""
    if not console_files.are_built(settings.console_directory):
        yield warning(
            f"the console is not in {settings.console_directory.absolute()}: / answers 404; the API is not concerned",
            "set PUC_CONSOLE_DIRECTORY to the directory of its index.html, or install the package, which holds it",
        )


def same_keys(settings: Settings) -> Iterator[Diagnosis]:
    """Is one secret used for two things?"""
    names = ("secret_key", "key_encryption_key", "backup_key")
    secrets = [(setting, getattr(settings, setting).get_secret_value()) for setting in names]
    for at, (setting, value) in enumerate(secrets):
        for other, same in secrets[at + 1 :]:
            if value and value == same:
                yield problem(
                    f"PUC_{setting.upper()} and PUC_{other.upper()} are the same secret: who learns one has both",
                    f"make a new PUC_{other.upper()} with `openssl rand -base64 48`",
                )


def previous_keys(settings: Settings) -> Iterator[Diagnosis]:
    """Has a change of keys been finished?"""
    for name in ("secret_key_previous", "key_encryption_key_previous"):
        if getattr(settings, name).get_secret_value():
            yield warning(
                f"PUC_{name.upper()} is still there: a key that was replaced still opens what it sealed",
                f"run `usercenter keys reencrypt`, and take PUC_{name.upper()} away after a day",
            )


def secret_files(settings: Settings) -> Iterator[Diagnosis]:
    """May others of this machine read the secrets?"""
    file_by_setting = {
        f"PUC_{name.upper()}": getattr(settings, name) for name in Settings.model_fields if name.endswith("_file")
    }
    for name, file in file_by_setting.items():
        if not file or name.endswith("_CA_FILE") or not file.exists():
            continue
        status = file.stat()
        if status.st_mode & _FORBIDDEN_MODE_BITS:
            yield problem(f"others of this machine may read or change the file of {name}", f"chmod 600 {file}, or 640")
        if status.st_uid not in (_ROOT, os.geteuid()):
            sentence = f"the file of {name} belongs to another user of this machine, who may read and change it"
            yield problem(f"{sentence} (number {status.st_uid})", f"chown it to the user of the center: {file}")


def certificates(settings: Settings) -> Iterator[Diagnosis]:
    """Do the certificates that are trusted end soon?"""
    now = datetime.datetime.now(datetime.UTC)
    for name in _CERTIFICATES:
        if file := getattr(settings, name):
            yield from _certificate_ends(f"PUC_{name.upper()}", file, now)


def _certificate_ends(name: str, file: Path, now: datetime.datetime) -> Iterator[Diagnosis]:
    try:
        found = x509.load_pem_x509_certificates(file.read_bytes())
    except (OSError, ValueError):
        yield problem(f"the file of {name} cannot be read as certificates", f"put certificates in PEM into {file}")
        return
    for certificate in found:
        left = certificate.not_valid_after_utc - now
        who = certificate.subject.rfc4514_string()
        if left < datetime.timedelta():
            yield problem(f"a certificate of {name} has ended: {who}", f"replace it in {file}")
        elif left < _SOON:
            yield warning(f"a certificate of {name} ends in {left.days} days: {who}", f"replace it in {file}")


CHECKS: dict[str, SettingsCheck] = {
    "settings.unknown": unknown,
    "settings.environment": development,
    "settings.proxy": proxy,
    "settings.console": console,
    "settings.same_keys": same_keys,
    "settings.previous_keys": previous_keys,
    "settings.secret_files": secret_files,
    "settings.certificates": certificates,
}
