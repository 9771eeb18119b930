"""Tables of second factors, and of sign-ins that wait for one."""

from sqlalchemy import ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.platform.database import BIGINT, Base, IdColumn, exact_string


class AuthenticatorApp(IdColumn, Base):
    """A secret for time-based codes (RFC 6238), encrypted. A user has one that counts and perhaps one to confirm."""

    __tablename__ = "sys_authenticator_app"

    user_id: Mapped[int] = mapped_column(BIGINT, ForeignKey("sys_user_info.id", ondelete="CASCADE"), index=True)
    secret_sealed: Mapped[str] = mapped_column(Text)
    confirmed: Mapped[int] = mapped_column(default=0)
    """1 once a code was shown; before that it does not count."""
    last_step: Mapped[int] = mapped_column(BIGINT, default=0)
    """The newest step (30 s) whose code was used: it and older ones are refused."""
    add_time: Mapped[int] = mapped_column(BIGINT)
    last_use: Mapped[int | None] = mapped_column(BIGINT)


class RecoveryCode(IdColumn, Base):
    """A code for one use when the other factors are lost. Stored as SHA-256 of 120 random bits."""

    __tablename__ = "sys_recovery_code"

    user_id: Mapped[int] = mapped_column(BIGINT, ForeignKey("sys_user_info.id", ondelete="CASCADE"), index=True)
    code_hash: Mapped[str] = mapped_column(exact_string(64), unique=True)
    add_time: Mapped[int] = mapped_column(BIGINT)
    use_time: Mapped[int | None] = mapped_column(BIGINT)


class Passkey(IdColumn, Base):
    """A public key of WebAuthn. It alone is two factors: the device, and what unlocks it."""

    __tablename__ = "sys_passkey"

    user_id: Mapped[int] = mapped_column(BIGINT, ForeignKey("sys_user_info.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(64))
    key_digest: Mapped[str] = mapped_column(exact_string(64), unique=True)
    """SHA-256 of `key_id`, which is too long for an index."""
    key_id: Mapped[str] = mapped_column(Text)
    public_key: Mapped[str] = mapped_column(Text)
    user_handle: Mapped[str | None] = mapped_column(exact_string(128))
    """What the device knows the user by; null for passkeys of before."""
    sign_count: Mapped[int] = mapped_column(BIGINT)
    add_time: Mapped[int] = mapped_column(BIGINT)
    last_use: Mapped[int | None] = mapped_column(BIGINT)


class UsedChallenge(Base):
    """A challenge that a passkey has signed: it is refused until it would end anyway."""

    __tablename__ = "sys_used_challenge"

    challenge: Mapped[str] = mapped_column(exact_string(64), primary_key=True)
    valid_until: Mapped[int] = mapped_column(BIGINT, index=True)


class PendingSignIn(IdColumn, Base):
    """The first factor was right, the second is awaited. The browser's cookie holds the secret, this its SHA-256."""

    __tablename__ = "sys_pending_sign_in"

    secret_hash: Mapped[str] = mapped_column(exact_string(64), unique=True)
    user_id: Mapped[int] = mapped_column(BIGINT, ForeignKey("sys_user_info.id", ondelete="CASCADE"), index=True)
    methods: Mapped[str] = mapped_column(exact_string(64))
    provider_id: Mapped[int | None] = mapped_column(BIGINT)
    """The company's provider that was the first factor; null: none was."""
    cred_version: Mapped[int] = mapped_column(BIGINT)
    tries: Mapped[int] = mapped_column(default=0)
    valid_until: Mapped[int] = mapped_column(BIGINT, index=True)
