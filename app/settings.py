"""All settings, from environment variables `PUC_…`, checked once at start.

The service refuses to start when it would be unsafe: without secret, issuer or audience, or with plain HTTP outside of
loopback. A test checks that docs/operating.md describes each field.
"""

import re
from pathlib import Path
from typing import Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationInfo, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from app.hosts import host_name, is_host, is_network

_LOOPBACK = frozenset(("127.0.0.1", "localhost", "::1"))
_GUESSABLE = ("changeme", "change-me", "default", "example", "password", "development")
SECRETS = (
    "secret_key",
    "secret_key_previous",
    "key_encryption_key",
    "key_encryption_key_previous",
    "mail_password",
    "backup_key",
    "vault_token",
)
"""Each may be in a file instead, named by the setting with `_file`; all but the last as a ciphertext (app.vault)."""
_SENDER = re.compile(r"[A-Za-z0-9._+-]{1,64}@[A-Za-z0-9.-]{1,180}")
_LEAST_DIFFERENT = 10
"""Fewest different characters in a key. Random text of 32 characters has more; repeated text has fewer."""


class Settings(BaseSettings):
    """Typed settings. Secrets are `SecretStr` and missing from `repr` and logs."""

    model_config = SettingsConfigDict(env_prefix="PUC_", extra="ignore", hide_input_in_errors=True)

    environment: Literal["production", "development"] = "production"
    database_url: str = Field(default="sqlite:///data/user-center.db", repr=False)  # it may hold a password
    database_url_file: Path | None = None
    secret_key: SecretStr = SecretStr("")
    secret_key_file: Path | None = None
    secret_key_previous: SecretStr = SecretStr("")
    secret_key_previous_file: Path | None = None
    key_encryption_key: SecretStr = SecretStr("")
    key_encryption_key_file: Path | None = None
    key_encryption_key_previous: SecretStr = SecretStr("")
    key_encryption_key_previous_file: Path | None = None
    backup_key: SecretStr = SecretStr("")
    backup_key_file: Path | None = None
    vault_address: str = ""
    vault_transit_path: str = Field(default="transit", pattern=r"^[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*$")
    vault_transit_key: str = "pulsar-user-center"
    vault_token: SecretStr = SecretStr("")
    vault_token_file: Path | None = None
    vault_ca_file: Path | None = None
    signing_algorithm: Literal["ES256", "RS256"] = "ES256"
    key_rotation_days: int = Field(default=90, ge=1, le=3650)
    key_publish_minutes: int = Field(default=60, ge=10, le=7 * 24 * 60)
    issuer: str = ""
    audience: str = "pulsar"
    host: str = "127.0.0.1"
    port: int = Field(default=8080, ge=1, le=65535)
    allowed_hosts: str = ""
    trusted_proxies: str = ""
    cluster_addresses: str = "127.0.0.1,localhost"
    cluster_networks: str = ""
    token_minutes: float = Field(default=60, ge=0.05, le=24 * 60)
    api_token_days_max: int = Field(default=365, ge=1, le=3650)
    device_code_minutes: int = Field(default=10, ge=1, le=30)
    device_interval_seconds: int = Field(default=5, ge=1, le=60)
    device_token_hours: int = Field(default=12, ge=1, le=30 * 24)
    refresh_days: int = Field(default=30, ge=1, le=365)
    refresh_idle_days: int = Field(default=7, ge=1, le=365)
    session_idle_minutes: int = Field(default=30, ge=1, le=24 * 60)
    session_hours: int = Field(default=12, ge=1, le=7 * 24)
    second_factor: Literal["off", "administrators", "all"] = "off"
    local_sign_in: Literal["on", "administrators"] = "on"
    provider_addresses: str = ""
    provider_ca_file: Path | None = None
    initial_secret_hours: int = Field(default=72, ge=1, le=30 * 24)
    argon2_memory_kib: int = Field(default=19456, ge=8192)
    argon2_rounds: int = Field(default=2, ge=1)
    password_slots: int = Field(default=2, ge=1, le=64)
    sign_in_per_minute: int = Field(default=300, ge=0, le=1_000_000)
    token_per_minute: int = Field(default=30_000, ge=0, le=1_000_000)
    device_per_minute: int = Field(default=120, ge=0, le=1_000_000)
    registration_per_minute: int = Field(default=60, ge=0, le=1_000_000)
    body_limit_bytes: int = Field(default=262_144, ge=1024)
    change_seconds: float = Field(default=5, gt=0, le=60)
    policy_limit_bytes: int = Field(default=1_048_576, ge=1024)
    provisioning_attempts: int = Field(default=8, ge=1)
    drift_seconds: int = Field(default=3600, ge=0, le=7 * 86_400)
    heartbeat_seconds: int = Field(default=10, ge=1, le=300)
    broker_days: int = Field(default=30, ge=1, le=3650)
    brokers_max: int = Field(default=1_000, ge=1, le=100_000)
    sub_accounts_max: int = Field(default=1_000, ge=1, le=100_000)
    registration_open: bool = False
    registration_clusters: str = ""
    registration_days: int = Field(default=14, ge=1, le=365)
    registration_open_max: int = Field(default=100, ge=1, le=10_000)
    registration_open_per_address: int = Field(default=3, ge=1, le=1_000)
    request_days: int = Field(default=30, ge=1, le=365)
    request_open_max: int = Field(default=50, ge=1, le=1_000)
    request_grant_days: int = Field(default=90, ge=1, le=3650)
    request_grant_days_max: int = Field(default=365, ge=1, le=3650)
    four_eyes: Literal["off", "administer", "all"] = "off"
    notice_days: int = Field(default=7, ge=0, le=90)
    audit_runs_kept: int = Field(default=3, ge=1, le=100)
    reminder_days: str = Field(default="14,3,1", pattern=r"^\s*[1-9][0-9]{0,2}(\s*,\s*[1-9][0-9]{0,2}){0,5}\s*$")
    mail_host: str = ""
    mail_port: int = Field(default=587, ge=1, le=65535)
    mail_tls: Literal["starttls", "tls", "none"] = "starttls"
    mail_ca_file: Path | None = None
    mail_user: str = ""
    mail_password: SecretStr = SecretStr("")
    mail_password_file: Path | None = None
    mail_sender: str = ""
    mail_language: Literal["en", "zh"] = "en"
    reset_minutes: int = Field(default=30, ge=5, le=24 * 60)
    reset_per_minute: int = Field(default=20, ge=0, le=1_000_000)
    web_hook_hosts: str = ""
    web_hook_networks: str = ""
    web_hook_ca_file: Path | None = None
    opentelemetry: Literal["off", "on"] = "off"
    console_directory: Path = Path("console/dist")

    @field_validator("*", mode="before")
    @classmethod
    def _no_file(cls, value: object, info: ValidationInfo) -> object:
        # An empty variable, as deployments write one that is not used, would be the directory that the center runs in.
        return None if value == "" and (info.field_name or "").endswith("_file") else value

    @model_validator(mode="after")
    def _read_secret_files(self) -> Self:
        problems = []
        for name in self._in_files():
            try:
                text = _content(name, getattr(self, f"{name}_file"))
            except ValueError as error:
                problems.append(str(error))
            else:
                setattr(self, name, text if name == "database_url" else SecretStr(text))
        if problems:
            raise ValueError("\n".join(problems))
        return self

    def _in_files(self) -> list[str]:
        """Settings that a file holds: it is named, and nothing else says them."""
        named = [name for name in SECRETS if not getattr(self, name).get_secret_value()]
        if not (self.database_url and "database_url" in self.model_fields_set):
            named.append("database_url")
        return [name for name in named if getattr(self, f"{name}_file")]

    def secrets(self) -> tuple[SecretStr, ...]:
        """The secret key, then the one before it, which still opens what it sealed."""
        return tuple(one for one in (self.secret_key, self.secret_key_previous) if one.get_secret_value())

    @property
    def token_seconds(self) -> int:
        """Lifetime of an access token in whole seconds, as tokens need it."""
        return round(self.token_minutes * 60)

    def unsafe(self) -> list[str]:
        """Problems that must be fixed before the service may start, as sentences; empty when there are none."""
        secret = self.secret_key.get_secret_value()
        problems = []
        if not self.issuer:
            problems.append("PUC_ISSUER is missing: set it to the address clients use, such as https://center.example")
        if not self.audience:
            problems.append("PUC_AUDIENCE is empty: set it to the audience that brokers demand, such as pulsar")
        if self.audience and self.audience == self.issuer:
            problems.append("PUC_AUDIENCE is the issuer: what clients show to brokers would open the center's API")
        if self.issuer and not _is_address(self.issuer):
            problems.append("PUC_ISSUER is no address: write it as https://center.example")
        elif self.issuer and not _https_or_loopback(self.issuer):
            problems.append("PUC_ISSUER is plain http and not loopback: serve it through https")
        if len(secret) < 32:
            problems.append("PUC_SECRET_KEY (or the file PUC_SECRET_KEY_FILE) needs at least 32 random characters")
        elif _is_guessable(secret):
            problems.append("PUC_SECRET_KEY is no random text: make one with `openssl rand -base64 48`")
        return problems + self._weak_encryption_keys() + self._unreadable() + self._unsafe_mail()

    def unsafe_vault(self) -> list[str]:
        """Why no secret may be sent to Vault, or got from there, as sentences."""
        if self.vault_address and not _is_address(self.vault_address):
            return ["PUC_VAULT_ADDRESS is no address such as https://vault.example:8200"]
        if self.vault_address and not _https_or_loopback(self.vault_address):
            return ["PUC_VAULT_ADDRESS is plain http and not loopback: secrets would pass in clear"]
        return []

    def _unsafe_mail(self) -> list[str]:
        if not self.mail_host:
            return []
        problems = []
        if not _SENDER.fullmatch(self.mail_sender):
            problems.append("PUC_MAIL_SENDER is no address such as center@acme.example")
        if self.mail_tls == "none" and self.mail_host not in _LOOPBACK:
            problems.append("PUC_MAIL_TLS is none, and PUC_MAIL_HOST is not loopback: links to new passwords need TLS")
        if bool(self.mail_user) != bool(self.mail_password.get_secret_value()):
            problems.append("PUC_MAIL_USER and PUC_MAIL_PASSWORD (or its file) need each other")
        return problems

    def _weak_encryption_keys(self) -> list[str]:
        keys = {"PUC_KEY_ENCRYPTION_KEY": self.key_encryption_key, "PUC_BACKUP_KEY": self.backup_key}
        given = {name: key.get_secret_value() for name, key in keys.items()}
        weak = (name for name, key in given.items() if key and (len(key) < 32 or _is_guessable(key)))
        return [f"{name} is no random text of 32 characters: make one with `openssl rand -base64 48`" for name in weak]

    def _unreadable(self) -> list[str]:
        hosts = (name for name in _split(self.allowed_hosts) if host_name(name) is None)
        proxies = (proxy for proxy in self.proxies() if not is_network(proxy))
        private = (one for one in _split(self.web_hook_networks) if not is_network(one))
        clusters = (one for one in self.allowed_cluster_networks() if not is_network(one))
        called = {name: getattr(self, name) for name in ("cluster_addresses", "provider_addresses", "web_hook_hosts")}
        no_hosts = ((name, one) for name, list_ in called.items() for one in _split(list_) if not is_host(one))
        return [
            *(f"PUC_{name.upper()}: {one!r} is no host: no scheme, no port, no path" for name, one in no_hosts),
            *(f"PUC_ALLOWED_HOSTS: {name!r} is no name of a host" for name in hosts),
            *(f"PUC_TRUSTED_PROXIES: {proxy!r} is neither an address nor a network (10.1.0.0/16)" for proxy in proxies),
            *(f"PUC_WEB_HOOK_NETWORKS: {one!r} is neither an address nor a network (10.1.0.0/16)" for one in private),
            *(f"PUC_CLUSTER_NETWORKS: {one!r} is neither an address nor a network (10.1.0.0/16)" for one in clusters),
        ]

    def hosts(self) -> frozenset[str]:
        """Names of this service that requests may use as host; in development also those of loopback."""
        own = [urlsplit(self.issuer).netloc.rpartition("@")[2], *_split(self.allowed_hosts)]
        names = frozenset(name for name in map(host_name, own) if name)
        return names | _LOOPBACK if self.environment == "development" else names

    def proxies(self) -> tuple[str, ...]:
        """Addresses and networks of proxies whose forwarding headers are trusted."""
        return _split(self.trusted_proxies)

    @property
    def base(self) -> str:
        """The issuer without a slash at its end: what paths are written behind."""
        return self.issuer.rstrip("/")

    @property
    def origin(self) -> str:
        """The issuer as a browser writes an origin: lower case, no default port, no path."""
        parts = urlsplit(self.issuer.lower())
        usual = {"http": 80, "https": 443}.get(parts.scheme)
        host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
        return f"{parts.scheme}://{host}" + (f":{parts.port}" if parts.port not in (None, usual) else "")

    def offered_clusters(self) -> tuple[str, ...]:
        """Names of the clusters that an applicant may choose for its first tenant. Strangers see no other cluster
        names."""
        return _split(self.registration_clusters)

    def reminders(self) -> tuple[int, ...]:
        """Days before an end at which people are reminded, descending."""
        return tuple(sorted({int(days) for days in self.reminder_days.split(",")}, reverse=True))

    def allowed_web_hook_hosts(self) -> frozenset[str]:
        """Hosts (without port) that web hooks may be at."""
        return frozenset(_split(self.web_hook_hosts.lower()))

    def private_web_hook_networks(self) -> tuple[str, ...]:
        """Networks that no stranger can reach, in which web hooks may be all the same."""
        return _split(self.web_hook_networks)

    def allowed_cluster_hosts(self) -> frozenset[str]:
        """Hosts (without port) that provisioning may call (no requests to arbitrary hosts)."""
        return frozenset(_split(self.cluster_addresses.lower()))

    def allowed_cluster_networks(self) -> tuple[str, ...]:
        """Networks that these hosts may be in; none: `app.outgoing.networks` says which they may not be in."""
        return _split(self.cluster_networks)

    def allowed_provider_hosts(self) -> frozenset[str]:
        """Hosts (without port) of the company's OpenID providers."""
        return frozenset(_split(self.provider_addresses.lower()))


def _content(name: str, file: Path) -> str:
    """What the file of a setting holds. Raises ValueError, which names both and shows nothing of it."""
    try:
        return file.read_text(encoding="utf-8").strip()
    except UnicodeDecodeError:
        raise ValueError(f"PUC_{name.upper()}_FILE: {file} is no text (UTF-8)") from None
    except OSError as error:
        raise ValueError(f"PUC_{name.upper()}_FILE: {file} cannot be read: {error.strerror}") from None


def _split(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _is_guessable(secret: str) -> bool:
    return len(set(secret)) < _LEAST_DIFFERENT or any(word in secret.lower() for word in _GUESSABLE)


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return bool(parts.netloc) and parts.port != 0  # reading it raises ValueError for a port that is none
    except ValueError:
        return False


def _https_or_loopback(address: str) -> bool:
    parts = urlsplit(address)
    return parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _LOOPBACK)
