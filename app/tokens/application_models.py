"""Tables of applications: what they may ask for, what their users allowed, codes, and families of refresh tokens."""

from sqlalchemy import ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.platform.database import BIGINT, Base, IdColumn, exact_string

_USER = "sys_user_info.id"
_APPLICATION = "sys_application.id"


class Application(IdColumn, Base):
    """A program that people sign in to with the center."""

    __tablename__ = "sys_application"

    client_id: Mapped[str] = mapped_column(exact_string(128), unique=True)
    name: Mapped[str] = mapped_column(String(128))
    service_id: Mapped[int | None] = mapped_column(BIGINT, ForeignKey(_USER, ondelete="CASCADE"), index=True)
    """The service user whose secrets and keys a confidential application shows; null: public."""
    trusted: Mapped[int] = mapped_column(default=0)
    """1: the company's own, nobody is asked for consent; it may ask for `groups`."""
    redirect_uris: Mapped[str] = mapped_column(Text)
    logout_uris: Mapped[str] = mapped_column(Text)
    """One a line, compared letter by letter."""
    audiences: Mapped[str] = mapped_column(String(512))
    """What its access tokens may open besides userinfo, separated by blanks."""
    id_token_alg: Mapped[str | None] = mapped_column(exact_string(8))
    """Of its ID tokens; null: that of access tokens."""
    without_pkce: Mapped[int] = mapped_column(default=0, server_default="0")
    """1: a confidential one of foreign make, which may leave PKCE out."""
    refused: Mapped[str | None] = mapped_column(Text)
    """JSON: its last refused token request (`app.tokens.last_uses`)."""
    add_time: Mapped[int] = mapped_column(BIGINT)
    update_time: Mapped[int] = mapped_column(BIGINT)


class Consent(Base):
    """What a user allowed an application."""

    __tablename__ = "sys_consent"

    user_id: Mapped[int] = mapped_column(BIGINT, ForeignKey(_USER, ondelete="CASCADE"), primary_key=True)
    application_id: Mapped[int] = mapped_column(
        BIGINT, ForeignKey(_APPLICATION, ondelete="CASCADE"), primary_key=True, index=True
    )
    scope: Mapped[str] = mapped_column(String(256))
    audiences: Mapped[str] = mapped_column(String(512))
    add_time: Mapped[int] = mapped_column(BIGINT)


class SignInColumns:
    """What a person agreed to for an application, and how it had signed in."""

    application_id: Mapped[int] = mapped_column(BIGINT, ForeignKey(_APPLICATION, ondelete="CASCADE"), index=True)
    user_id: Mapped[int] = mapped_column(BIGINT, ForeignKey(_USER, ondelete="CASCADE"), index=True)
    scope: Mapped[str] = mapped_column(String(256))
    audiences: Mapped[str] = mapped_column(String(512))
    methods: Mapped[str] = mapped_column(exact_string(64))
    auth_time: Mapped[int] = mapped_column(BIGINT)
    cred_version: Mapped[int] = mapped_column(BIGINT)
    """Of the user when it signed in: a newer one ends it."""
    valid_until: Mapped[int] = mapped_column(BIGINT, index=True)


class RefreshFamily(IdColumn, SignInColumns, Base):
    """One sign-in of a user to an application: all tokens that came from one code."""

    __tablename__ = "sys_refresh_family"

    add_time: Mapped[int] = mapped_column(BIGINT)
    last_use: Mapped[int] = mapped_column(BIGINT)
    end_time: Mapped[int | None] = mapped_column(BIGINT)


class RefreshToken(Base):
    """A refresh token as SHA-256. Used ones are kept as long as the family, so that reuse is seen."""

    __tablename__ = "sys_refresh_token"

    digest: Mapped[str] = mapped_column(exact_string(64), primary_key=True)
    family_id: Mapped[int] = mapped_column(BIGINT, ForeignKey("sys_refresh_family.id", ondelete="CASCADE"), index=True)
    use_time: Mapped[int | None] = mapped_column(BIGINT)


class FamilyAccess(Base):
    """An access token of a family, which is refused, too, when the family ends. Kept until it expires."""

    __tablename__ = "sys_family_access"

    jti: Mapped[str] = mapped_column(exact_string(64), primary_key=True)
    family_id: Mapped[int] = mapped_column(BIGINT, ForeignKey("sys_refresh_family.id", ondelete="CASCADE"), index=True)
    valid_until: Mapped[int] = mapped_column(BIGINT)


class AuthorizationCode(SignInColumns, Base):
    """A code as SHA-256, and what it is bound to. Kept for a while after its end, so that reuse is seen."""

    __tablename__ = "sys_authorization_code"

    digest: Mapped[str] = mapped_column(exact_string(64), primary_key=True)
    session_id: Mapped[int] = mapped_column(BIGINT)
    """The browser session it came from, which must still be open."""
    family_id: Mapped[int | None] = mapped_column(BIGINT)
    """What it was redeemed for."""
    redirect_uri: Mapped[str] = mapped_column(Text)
    challenge: Mapped[str] = mapped_column(exact_string(64))
    """Of PKCE, S256; "" without."""
    nonce: Mapped[str | None] = mapped_column(Text)
    use_time: Mapped[int | None] = mapped_column(BIGINT)
