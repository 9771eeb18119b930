"""Tables of applications that people sign in to by the center: registrations, sign-ins under way, consents, refresh
tokens in families.

Rows name an application by its client id, not by a key: `usercenter-cli` is built in and has no row.
"""

from sqlalchemy import ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.database import BIGINT, NEVER_REUSE_IDS, Base, TextList, exact_string

_USER = "sys_user_info.id"


class ApplicationRow(Base):
    """A registered application (a client of RFC 6749)."""

    __tablename__ = "sys_application"
    __table_args__ = NEVER_REUSE_IDS

    id: Mapped[int] = mapped_column(BIGINT, primary_key=True)
    client_id: Mapped[str] = mapped_column(exact_string(128), unique=True)
    name: Mapped[str] = mapped_column(String(128))
    confidential: Mapped[int] = mapped_column()
    """1: it authenticates as the service user that is named as its client id."""
    own: Mapped[int] = mapped_column()
    """1: the company's own; nobody is asked for consent."""
    redirect_uris: Mapped[tuple[str, ...]] = mapped_column(TextList())
    logout_uris: Mapped[tuple[str, ...]] = mapped_column(TextList())
    audiences: Mapped[tuple[str, ...]] = mapped_column(TextList())
    """What its access tokens may be for, beside userinfo."""
    add_time: Mapped[int] = mapped_column(BIGINT)
    update_time: Mapped[int] = mapped_column(BIGINT)


class Authorization(Base):
    """A checked request of an application, from the browser's first visit until its code was redeemed."""

    __tablename__ = "sys_authorization"
    __table_args__ = NEVER_REUSE_IDS

    id: Mapped[int] = mapped_column(BIGINT, primary_key=True)
    request_hash: Mapped[str] = mapped_column(exact_string(64), unique=True)
    """SHA-256 of the id in the console's address."""
    browser_hash: Mapped[str] = mapped_column(exact_string(64))
    """SHA-256 of the cookie of the browser that began: no other one completes it."""
    code_hash: Mapped[str | None] = mapped_column(exact_string(64), unique=True)
    status: Mapped[str] = mapped_column(exact_string(16))
    """pending, approved (the code is out), denied, used"""
    client_id: Mapped[str] = mapped_column(exact_string(128), index=True)
    redirect_uri: Mapped[str] = mapped_column(Text)
    scope: Mapped[str] = mapped_column(exact_string(128))
    audiences: Mapped[tuple[str, ...]] = mapped_column(TextList())
    state: Mapped[str | None] = mapped_column(Text)
    nonce: Mapped[str | None] = mapped_column(Text)
    challenge: Mapped[str] = mapped_column(exact_string(64))
    """PKCE, S256."""
    prompt: Mapped[str] = mapped_column(exact_string(32))
    max_age: Mapped[int | None] = mapped_column(BIGINT)
    add_time: Mapped[int] = mapped_column(BIGINT)
    valid_until: Mapped[int] = mapped_column(BIGINT, index=True)
    """Of the request, then of the code."""
    user_id: Mapped[int | None] = mapped_column(BIGINT, ForeignKey(_USER, ondelete="CASCADE"), index=True)
    session_id: Mapped[int | None] = mapped_column(BIGINT)
    cred_version: Mapped[int | None] = mapped_column(BIGINT)
    auth_time: Mapped[int | None] = mapped_column(BIGINT)
    methods: Mapped[str | None] = mapped_column(exact_string(64))
    family_id: Mapped[int | None] = mapped_column(BIGINT)
    jti: Mapped[str | None] = mapped_column(exact_string(64))
    """What the code was redeemed for: both end when it is shown again."""
    token_until: Mapped[int | None] = mapped_column(BIGINT)


class Consent(Base):
    """What a user has allowed an application."""

    __tablename__ = "sys_consent"

    user_id: Mapped[int] = mapped_column(BIGINT, ForeignKey(_USER, ondelete="CASCADE"), primary_key=True)
    client_id: Mapped[str] = mapped_column(exact_string(128), primary_key=True)
    scope: Mapped[str] = mapped_column(exact_string(128))
    audiences: Mapped[tuple[str, ...]] = mapped_column(TextList())
    add_time: Mapped[int] = mapped_column(BIGINT)


class RefreshFamily(Base):
    """All refresh tokens that follow from one sign-in; they end together."""

    __tablename__ = "sys_refresh_family"
    __table_args__ = NEVER_REUSE_IDS

    id: Mapped[int] = mapped_column(BIGINT, primary_key=True)
    user_id: Mapped[int] = mapped_column(BIGINT, ForeignKey(_USER, ondelete="CASCADE"), index=True)
    client_id: Mapped[str] = mapped_column(exact_string(128), index=True)
    scope: Mapped[str] = mapped_column(exact_string(128))
    audiences: Mapped[tuple[str, ...]] = mapped_column(TextList())
    cred_version: Mapped[int] = mapped_column(BIGINT)
    auth_time: Mapped[int] = mapped_column(BIGINT)
    methods: Mapped[str] = mapped_column(exact_string(64))
    address: Mapped[str] = mapped_column(exact_string(64))
    add_time: Mapped[int] = mapped_column(BIGINT)
    last_use: Mapped[int] = mapped_column(BIGINT)
    valid_until: Mapped[int] = mapped_column(BIGINT, index=True)
    """Its absolute end."""


class RefreshToken(Base):
    """A refresh token, as its SHA-256. Used ones are kept as long as their family, to see when one comes again."""

    __tablename__ = "sys_refresh_token"

    token_hash: Mapped[str] = mapped_column(exact_string(64), primary_key=True)
    family_id: Mapped[int] = mapped_column(BIGINT, ForeignKey("sys_refresh_family.id", ondelete="CASCADE"), index=True)
    add_time: Mapped[int] = mapped_column(BIGINT)
    use_time: Mapped[int | None] = mapped_column(BIGINT)
