"""All settings, from environment variables `PUC_…`, checked once at start (app.platform.unsafe_settings).

A test checks that docs/operating.md describes each field.
"""

from pathlib import Path
from typing import Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, PrivateAttr, SecretStr, ValidationInfo, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from app.platform.hosts import host_name, origin_of

LOOPBACK = frozenset(("127.0.0.1", "localhost", "::1"))
SECRETS = (
    "secret_key",
    "secret_key_previous",
    "key_encryption_key",
    "key_encryption_key_previous",
    "mail_password",
    "backup_key",
    "vault_token",
)
"""Each may be in a file instead, named by the setting with `_file`; all but the last as a ciphertext (`vault.py`)."""


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
    token_minutes: float = Field(default=60, ge=0.05, le=24 * 60)  # of access tokens
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
    key_release_per_minute: int = Field(default=600, ge=0, le=1_000_000)
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
    _read_from_files: frozenset[str] = PrivateAttr(default=frozenset())

    @field_validator("*", mode="before")
    @classmethod
    def _no_file(cls, value: object, info: ValidationInfo) -> object:
        # An empty variable, as deployments write one that is not used, would be the directory that the center runs in.
        return None if value == "" and (info.field_name or "").endswith("_file") else value

    @model_validator(mode="after")
    def _read_secret_files(self) -> Self:
        problems = []
        self._read_from_files = frozenset(self._in_files())
        for name in self._read_from_files:
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
        """Settings whose value is in a file: the file is named, and no other source gives the value."""
        named = [secret for secret in SECRETS if not getattr(self, secret).get_secret_value()]
        if not (self.database_url and "database_url" in self.model_fields_set):
            named.append("database_url")
        return [secret for secret in named if getattr(self, f"{secret}_file")]

    def source_of(self, name: str) -> Literal["default", "environment", "file"]:
        """Where the value of a setting comes from."""
        if name in self._read_from_files:
            return "file"
        return "environment" if name in self.model_fields_set else "default"

    def secrets(self) -> tuple[SecretStr, ...]:
        """The secret key, then the one before it, which still opens what it sealed."""
        return tuple(key for key in (self.secret_key, self.secret_key_previous) if key.get_secret_value())

    def secrets_of_private_keys(self) -> tuple[SecretStr, ...]:
        """What private keys may be sealed with: first that of now, which is the secret key when they have none of their
        own."""
        own = self.key_encryption_key, self.secret_key, self.key_encryption_key_previous, self.secret_key_previous
        return tuple(key for key in own if key.get_secret_value())

    @property
    def token_seconds(self) -> int:
        """Lifetime of an access token in whole seconds, as tokens need it."""
        return round(self.token_minutes * 60)

    def hosts(self) -> frozenset[str]:
        """Names of this service that requests may use as host; in development also those of loopback."""
        own = [urlsplit(self.issuer).netloc.rpartition("@")[2], *split(self.allowed_hosts)]
        names = frozenset(host for host in map(host_name, own) if host)
        return names | LOOPBACK if self.environment == "development" else names

    def proxies(self) -> tuple[str, ...]:
        """Addresses and networks of proxies whose forwarding headers are trusted."""
        return split(self.trusted_proxies)

    @property
    def base_url(self) -> str:
        """The issuer without a slash at its end: what paths are written behind."""
        return self.issuer.rstrip("/")

    @property
    def origin(self) -> str:
        """The issuer as a browser writes an origin."""
        return origin_of(self.issuer)

    def offered_clusters(self) -> tuple[str, ...]:
        """Names of the clusters that an applicant may choose for its first tenant. Strangers see no other cluster
        names."""
        return split(self.registration_clusters)

    def reminders(self) -> tuple[int, ...]:
        """Days before an end at which people are reminded, descending."""
        return tuple(sorted({int(days) for days in self.reminder_days.split(",")}, reverse=True))

    def allowed_web_hook_hosts(self) -> frozenset[str]:
        """Hosts (without port) that web hooks may be at."""
        return frozenset(split(self.web_hook_hosts.lower()))

    def private_web_hook_networks(self) -> tuple[str, ...]:
        """Networks that no stranger can reach, in which web hooks may be all the same."""
        return split(self.web_hook_networks)

    def allowed_cluster_hosts(self) -> frozenset[str]:
        """Hosts (without port) that provisioning may call (no requests to arbitrary hosts)."""
        return frozenset(split(self.cluster_addresses.lower()))

    def allowed_cluster_networks(self) -> tuple[str, ...]:
        """Networks that these hosts may be in; none: `outgoing.reachable_addresses` says which they may not be in."""
        return split(self.cluster_networks)

    def allowed_provider_hosts(self) -> frozenset[str]:
        """Hosts (without port) of the company's OpenID providers."""
        return frozenset(split(self.provider_addresses.lower()))


def _content(name: str, file: Path) -> str:
    """What the file of a setting holds. Raises ValueError, which names both and shows nothing of it."""
    try:
        return file.read_text(encoding="utf-8").strip()
    except UnicodeDecodeError:
        raise ValueError(f"PUC_{name.upper()}_FILE: {file} is no text (UTF-8)") from None
    except OSError as error:
        raise ValueError(f"PUC_{name.upper()}_FILE: {file} cannot be read: {error.strerror}") from None


def split(text: str) -> tuple[str, ...]:
    """The parts of a list with commas."""
    return tuple(part.strip() for part in text.split(",") if part.strip())
