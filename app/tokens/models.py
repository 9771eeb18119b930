"""Tables of signing keys, API tokens, revoked tokens, used client assertions and device sign-ins."""

from sqlalchemy import ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.grants.networks.models import NetworkColumn
from app.platform.database import BIGINT, Base, IdColumn, exact_string


class SigningKey(Base):
    """A key pair. The private part is encrypted, and erased when the key signs no more."""

    __tablename__ = "sys_signing_key"

    kid: Mapped[str] = mapped_column(exact_string(64), primary_key=True)
    alg: Mapped[str] = mapped_column(exact_string(8))
    public_jwk: Mapped[str] = mapped_column(Text)
    private_encrypted: Mapped[str] = mapped_column(Text)
    status: Mapped[str] = mapped_column(exact_string(16))
    """published (not used yet), active (signs), retired (verifies only), gone, revoked"""
    add_time: Mapped[int] = mapped_column(BIGINT)
    active_time: Mapped[int | None] = mapped_column(BIGINT)
    """Since when it has signed."""
    retire_time: Mapped[int | None] = mapped_column(BIGINT)
    revoke_time: Mapped[int | None] = mapped_column(BIGINT)
    revoke_reason: Mapped[str | None] = mapped_column(String(256))
    sealed_with: Mapped[str | None] = mapped_column(exact_string(16))
    """Id of the key that the private part is encrypted with; null in rows of earlier versions."""
    id_tokens: Mapped[str | None] = mapped_column(exact_string(8))
    """The algorithm for whose applications it signs ID tokens, and nothing else; null: it signs access tokens, and ID
    tokens where its algorithm will do."""


class ApiToken(IdColumn, NetworkColumn, Base):
    """A named JWT with an end, for clients that can only hold a static token; shown once, can be revoked at once."""

    __tablename__ = "sys_api_token"

    jti: Mapped[str] = mapped_column(exact_string(64), unique=True)
    kid: Mapped[str | None] = mapped_column(exact_string(64), index=True)
    """Id of the key that signed it."""
    user_id: Mapped[int] = mapped_column(BIGINT, ForeignKey("sys_user_info.id"), index=True)
    name: Mapped[str] = mapped_column(String(128))
    audiences: Mapped[str] = mapped_column(String(512))
    add_time: Mapped[int] = mapped_column(BIGINT)
    valid_until: Mapped[int] = mapped_column(BIGINT, index=True)
    last_use: Mapped[int | None] = mapped_column(BIGINT)
    revoke_time: Mapped[int | None] = mapped_column(BIGINT)
    scope: Mapped[str | None] = mapped_column(Text)
    """The claim that narrows it, as JSON; null: it is for all that its user may."""


class RevokedToken(Base):
    """A token id that is refused until the token would have expired anyway."""

    __tablename__ = "sys_revoked_token"

    jti: Mapped[str] = mapped_column(exact_string(64), primary_key=True)
    valid_until: Mapped[int] = mapped_column(BIGINT, index=True)


class UsedAssertion(Base):
    """A signed request for a token (RFC 7523) that was used: no instance accepts it again."""

    __tablename__ = "sys_used_assertion"

    digest: Mapped[str] = mapped_column(exact_string(64), primary_key=True)
    """SHA-256 of client and `jti`."""
    valid_until: Mapped[int] = mapped_column(BIGINT, index=True)


class DeviceSignIn(IdColumn, NetworkColumn, Base):
    """A device that waits for a person's decision (RFC 8628). Rows are deleted minutes after they expire."""

    __tablename__ = "sys_device_sign_in"

    device_hash: Mapped[str] = mapped_column(exact_string(64), unique=True)
    user_hash: Mapped[str] = mapped_column(exact_string(64), unique=True)
    """HMAC-SHA-256 of the codes."""
    client: Mapped[str] = mapped_column(exact_string(64))
    address: Mapped[str] = mapped_column(exact_string(64), index=True)
    """The client that asks, and its address."""
    status: Mapped[str] = mapped_column(exact_string(16))
    """pending, approved, denied, used"""
    user_id: Mapped[int | None] = mapped_column(BIGINT, ForeignKey("sys_user_info.id", ondelete="CASCADE"), index=True)
    """The user who decided."""
    add_time: Mapped[int] = mapped_column(BIGINT)
    valid_until: Mapped[int] = mapped_column(BIGINT, index=True)
    asked: Mapped[int] = mapped_column(BIGINT)
    """When the device last asked (epoch ms). `pause_ms`: the pause that it must keep."""
    pause_ms: Mapped[int] = mapped_column(BIGINT)
    scope: Mapped[str | None] = mapped_column(String(256))
    """`offline_access` when it asks for a refresh token."""
    methods: Mapped[str | None] = mapped_column(String(64))
    auth_time: Mapped[int | None] = mapped_column(BIGINT)
    cred_version: Mapped[int | None] = mapped_column(BIGINT)
    """Of the session in which the user approved, and of the user then."""
