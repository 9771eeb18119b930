"""Tables of how someone proves who they are: signing keys, API tokens, revoked tokens (spec 5)."""

from sqlalchemy import ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.database import BIGINT, NEVER_REUSE_IDS, Base, exact_string


class SigningKey(Base):
    """A key pair. The private part is encrypted with a key derived from PUC_SECRET_KEY."""

    __tablename__ = "sys_signing_key"

    kid: Mapped[str] = mapped_column(exact_string(64), primary_key=True)
    alg: Mapped[str] = mapped_column(exact_string(8))
    public_jwk: Mapped[str] = mapped_column(Text)
    private_encrypted: Mapped[str] = mapped_column(Text)
    status: Mapped[str] = mapped_column(exact_string(16))
    """published (not used yet), active (signs), retired (verifies only), revoked"""
    add_time: Mapped[int] = mapped_column(BIGINT)
    retire_time: Mapped[int | None] = mapped_column(BIGINT)


class ApiToken(Base):
    """A named, expiring JWT for clients that can only hold a static token; shown once, revocable at once."""

    __tablename__ = "sys_api_token"
    __table_args__ = NEVER_REUSE_IDS

    id: Mapped[int] = mapped_column(BIGINT, primary_key=True)
    jti: Mapped[str] = mapped_column(exact_string(64), unique=True)
    user_id: Mapped[int] = mapped_column(BIGINT, ForeignKey("sys_user_info.id"), index=True)
    name: Mapped[str] = mapped_column(String(128))
    audiences: Mapped[str] = mapped_column(String(512))
    add_time: Mapped[int] = mapped_column(BIGINT)
    valid_until: Mapped[int] = mapped_column(BIGINT)
    last_use: Mapped[int | None] = mapped_column(BIGINT)
    revoke_time: Mapped[int | None] = mapped_column(BIGINT)


class RevokedToken(Base):
    """A token id that is refused until the token would have expired anyway."""

    __tablename__ = "sys_revoked_token"

    jti: Mapped[str] = mapped_column(exact_string(64), primary_key=True)
    valid_until: Mapped[int] = mapped_column(BIGINT, index=True)
