"""Tables of the company's OpenID providers."""

from sqlalchemy import ForeignKey, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from app.platform.database import BIGINT, NEVER_REUSE_IDS, Base, IdColumn, TextList, exact_string

METHOD = "fed"
"""How a session says that a provider has signed its user in. It counts as one factor, whatever the provider asked
for."""


class IdentityProvider(IdColumn, Base):
    """A provider whose people may sign in. The issuer never changes: links are meant for it."""

    __tablename__ = "sys_identity_provider"

    name: Mapped[str] = mapped_column(String(64))
    """What people read on the button."""
    issuer: Mapped[str] = mapped_column(exact_string(255), unique=True)
    client_id: Mapped[str] = mapped_column(exact_string(255))
    client_secret_sealed: Mapped[str | None] = mapped_column(Text)
    """Null: the center shows its key, or is a public client there, with PKCE alone."""
    client_private_sealed: Mapped[str | None] = mapped_column(Text)
    """The private key that signs the center's requests for tokens, instead of the secret."""
    client_jwk: Mapped[str | None] = mapped_column(Text)
    """Its public half, which the provider must know."""
    scopes: Mapped[str] = mapped_column(exact_string(255))
    name_claim: Mapped[str] = mapped_column(exact_string(128))
    """The claim that becomes the user name of a new account."""
    groups_claim: Mapped[str | None] = mapped_column(exact_string(128))
    email_domains: Mapped[tuple[str, ...] | None] = mapped_column(TextList())
    """Only people with a verified address in one of these. Null: all that the provider signs in."""
    creates_users: Mapped[int]
    """1: somebody without a link gets a new account."""
    service_group: Mapped[int | None] = mapped_column(BIGINT, ForeignKey("sys_service_group.id", ondelete="SET NULL"))
    """The business group of new accounts."""
    enabled: Mapped[int]
    add_time: Mapped[int] = mapped_column(BIGINT)
    update_time: Mapped[int] = mapped_column(BIGINT)


class ProviderGroup(IdColumn, Base):
    """Members of this group at the provider are in this role here."""

    __tablename__ = "sys_provider_group"
    __table_args__ = (UniqueConstraint("provider_id", "group_name", "role_id"), NEVER_REUSE_IDS)

    provider_id: Mapped[int] = mapped_column(BIGINT, ForeignKey("sys_identity_provider.id", ondelete="CASCADE"))
    group_name: Mapped[str] = mapped_column(exact_string(255))
    role_id: Mapped[int] = mapped_column(BIGINT, ForeignKey("sys_role.id", ondelete="CASCADE"), index=True)


class ProviderLink(IdColumn, Base):
    """This subject of the provider is this user. Nothing else links: no name, no e-mail address."""

    __tablename__ = "sys_provider_link"
    __table_args__ = (
        UniqueConstraint("provider_id", "subject"),
        UniqueConstraint("provider_id", "user_id"),
        NEVER_REUSE_IDS,
    )

    provider_id: Mapped[int] = mapped_column(BIGINT, ForeignKey("sys_identity_provider.id", ondelete="CASCADE"))
    subject: Mapped[str] = mapped_column(exact_string(255))
    user_id: Mapped[int] = mapped_column(BIGINT, ForeignKey("sys_user_info.id", ondelete="CASCADE"), index=True)
    add_time: Mapped[int] = mapped_column(BIGINT)


class ProviderMembership(Base):
    """The user is in the role because a provider said so, and leaves it when the provider no longer does. Memberships
    given by hand have no such row."""

    __tablename__ = "sys_provider_membership"

    provider_id: Mapped[int] = mapped_column(
        BIGINT, ForeignKey("sys_identity_provider.id", ondelete="CASCADE"), primary_key=True
    )
    user_id: Mapped[int] = mapped_column(
        BIGINT, ForeignKey("sys_user_info.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    role_id: Mapped[int] = mapped_column(
        BIGINT, ForeignKey("sys_role.id", ondelete="CASCADE"), primary_key=True, index=True
    )


class ProviderAttempt(IdColumn, Base):
    """Somebody was sent to a provider and has not come back. What proves the browser is in its cookie alone."""

    __tablename__ = "sys_provider_attempt"

    state_hash: Mapped[str] = mapped_column(exact_string(64), unique=True)
    browser_hash: Mapped[str] = mapped_column(exact_string(64))
    provider_id: Mapped[int] = mapped_column(
        BIGINT, ForeignKey("sys_identity_provider.id", ondelete="CASCADE"), index=True
    )
    purpose: Mapped[str] = mapped_column(exact_string(16))
    """sign_in, link, again or trial"""
    user_id: Mapped[int | None] = mapped_column(BIGINT, ForeignKey("sys_user_info.id", ondelete="CASCADE"), index=True)
    """Who links, shows once more who it is, or tries the provider."""
    valid_until: Mapped[int] = mapped_column(BIGINT, index=True)
