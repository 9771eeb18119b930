"""With which settings the service refuses to start, because it would be unsafe: without secret, issuer or audience, or
with plain HTTP outside of loopback."""

import re
from collections.abc import Iterator
from ipaddress import ip_network
from urllib.parse import urlsplit

from app.platform.hosts import host_name, is_host, is_network, prefix_of
from app.platform.settings import LOOPBACK, Settings, split

_GUESSABLE = ("changeme", "change-me", "default", "example", "password", "development")
_SENDER = re.compile(r"[A-Za-z0-9._+-]{1,64}@[A-Za-z0-9.-]{1,180}")
_LEAST_DIFFERENT = 10
"""Fewest different characters in a key. Random text of 32 characters has more; repeated text has fewer."""


def start_problems(settings: Settings) -> list[str]:
    """Problems that must be fixed before the service may start, as sentences; empty when there are none."""
    secret = settings.secret_key.get_secret_value()
    problems = []
    if not settings.issuer:
        problems.append("PUC_ISSUER is missing: set it to the address clients use, such as https://center.example")
    if not settings.audience:
        problems.append("PUC_AUDIENCE is empty: set it to the audience that brokers demand, such as pulsar")
    if settings.audience and settings.audience == settings.issuer:
        problems.append("PUC_AUDIENCE is the issuer: what clients show to brokers would open the center's API")
    if settings.issuer and not _is_address(settings.issuer):
        problems.append("PUC_ISSUER is no address: write it as https://center.example")
    elif settings.issuer and not _https_or_loopback(settings.issuer):
        problems.append("PUC_ISSUER is plain http and not loopback: serve it through https")
    if len(secret) < 32:
        problems.append("PUC_SECRET_KEY (or the file PUC_SECRET_KEY_FILE) needs at least 32 random characters")
    elif _is_guessable(secret):
        problems.append("PUC_SECRET_KEY is no random text: make one with `openssl rand -base64 48`")
    return problems + _weak_encryption_keys(settings) + _unreadable(settings) + _unsafe_mail(settings)


def vault_problems(settings: Settings) -> list[str]:
    """Why no secret may be sent to Vault, or got from there, as sentences."""
    if settings.vault_address and not _is_address(settings.vault_address):
        return ["PUC_VAULT_ADDRESS is no address such as https://vault.example:8200"]
    if settings.vault_address and not _https_or_loopback(settings.vault_address):
        return ["PUC_VAULT_ADDRESS is plain http and not loopback: secrets would pass in clear"]
    return []


def _unsafe_mail(settings: Settings) -> list[str]:
    if not settings.mail_host:
        return []
    problems = []
    if not _SENDER.fullmatch(settings.mail_sender):
        problems.append("PUC_MAIL_SENDER is no address such as center@acme.example")
    if settings.mail_tls == "none" and settings.mail_host not in LOOPBACK:
        problems.append("PUC_MAIL_TLS is none, and PUC_MAIL_HOST is not loopback: links to new passwords need TLS")
    if bool(settings.mail_user) != bool(settings.mail_password.get_secret_value()):
        problems.append("PUC_MAIL_USER and PUC_MAIL_PASSWORD (or its file) need each other")
    return problems


def _weak_encryption_keys(settings: Settings) -> list[str]:
    keys = {"PUC_KEY_ENCRYPTION_KEY": settings.key_encryption_key, "PUC_BACKUP_KEY": settings.backup_key}
    texts = {setting: key.get_secret_value() for setting, key in keys.items()}
    weak = (setting for setting, key in texts.items() if key and (len(key) < 32 or _is_guessable(key)))
    return [f"{name} is no random text of 32 characters: make one with `openssl rand -base64 48`" for name in weak]


def _unreadable(settings: Settings) -> list[str]:
    hosts = (host for host in split(settings.allowed_hosts) if host_name(host) is None)
    called = {name: getattr(settings, name) for name in ("cluster_addresses", "provider_addresses", "web_hook_hosts")}
    no_hosts = ((setting, host) for setting, list_ in called.items() for host in split(list_) if not is_host(host))
    return [
        *(f"PUC_{setting.upper()}: {host!r} is no host: no scheme, no port, no path" for setting, host in no_hosts),
        *(f"PUC_ALLOWED_HOSTS: {host!r} is no name of a host" for host in hosts),
        *_wrong_networks("PUC_TRUSTED_PROXIES", settings.proxies()),
        *_wrong_networks("PUC_WEB_HOOK_NETWORKS", settings.private_web_hook_networks()),
        *_wrong_networks("PUC_CLUSTER_NETWORKS", settings.allowed_cluster_networks()),
    ]


def _wrong_networks(setting: str, networks: tuple[str, ...]) -> Iterator[str]:
    for network in networks:
        if not is_network(network):
            yield f"{setting}: {network!r} is neither an address nor a network (10.1.0.0/16)"
            continue
        version, prefix = prefix_of(network)
        # As 10.0.0.0/8 and fd00::/8, the widest private networks; of public IPv6 addresses a provider gets a /32.
        if prefix < (widest := 8 if version == 4 or ip_network(network).is_private else 32):
            yield f"{setting}: {network!r} is wider than /{widest}, which means everybody: name the networks"


def _is_guessable(secret: str) -> bool:
    return len(set(secret)) < _LEAST_DIFFERENT or any(word in secret.lower() for word in _GUESSABLE)


def _is_address(text: str) -> bool:
    """Not with a name or password in it either: it is told to clients and stands in logs."""
    try:
        parts = urlsplit(text)
        # Reading the port raises ValueError for one that is none.
        return bool(parts.netloc) and "@" not in parts.netloc and parts.port != 0
    except ValueError:
        return False


def _https_or_loopback(address: str) -> bool:
    parts = urlsplit(address)
    return parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in LOOPBACK)
