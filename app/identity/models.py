"""Tables of users, business groups, credentials and console sessions."""

from sqlalchemy import ForeignKey, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from app.grants.networks.models import NetworkColumn
from app.platform.database import BIGINT, NEVER_REUSE_IDS, Base, IdColumn, TextList, exact_string


class ServiceGroup(IdColumn, Base):
    """A business group."""

    __tablename__ = "sys_service_group"

    group_name: Mapped[str] = mapped_column(exact_string(128), unique=True)
    add_time: Mapped[int] = mapped_column(BIGINT)
    update_time: Mapped[int] = mapped_column(BIGINT)
    remark: Mapped[str | None] = mapped_column(String(256))


class User(IdColumn, NetworkColumn, Base):
    """A person or a service; the user name is the principal that brokers see and never changes."""

    __tablename__ = "sys_user_info"

    username: Mapped[str] = mapped_column(exact_string(128), unique=True)
    nick: Mapped[str | None] = mapped_column(String(128))
    passwd: Mapped[str | None] = mapped_column(String(128))
    """Argon2id hash of a password, or SHA-256 of a one-time secret; null without a password (as for services)."""
    service_group: Mapped[int | None] = mapped_column(BIGINT, ForeignKey("sys_service_group.id"), index=True)
    add_time: Mapped[int] = mapped_column(BIGINT)
    update_time: Mapped[int] = mapped_column(BIGINT, index=True)
    remark: Mapped[str | None] = mapped_column(String(256))
    kind: Mapped[str] = mapped_column(exact_string(16), default="person")
    """person or service"""
    status: Mapped[str] = mapped_column(exact_string(16), default="active")
    """active, disabled or locked"""
    parent: Mapped[int | None] = mapped_column(BIGINT, ForeignKey("sys_user_info.id"), index=True)
    """The main account of a sub-account."""
    must_change: Mapped[int] = mapped_column(default=0)
    """1 while the password is a one-time initial secret."""
    initial_until: Mapped[int | None] = mapped_column(BIGINT, index=True)
    """When the initial secret stops working."""
    cred_version: Mapped[int] = mapped_column(BIGINT, default=1)
    """Grows with every change of a credential; then brokers forget the passwords that they remember."""
    tokens_from: Mapped[int] = mapped_column(BIGINT, default=0)
    """Tokens issued before this time are refused."""
    failures: Mapped[int] = mapped_column(default=0)
    delayed_until: Mapped[int] = mapped_column(BIGINT, default=0)
    """Wrong passwords in a row, and until when the next try is refused."""
    email: Mapped[str | None] = mapped_column(String(254))
    """Where messages go. It identifies nobody: several accounts may have the same (decision 0087)."""
    email_verified: Mapped[int] = mapped_column(default=0)
    """1 once somebody has used a link that was sent there."""
    language: Mapped[str | None] = mapped_column(exact_string(8))
    """Of messages: en or zh; null: as the center's setting says."""
    mail_off: Mapped[tuple[str, ...] | None] = mapped_column(TextList)
    """Topics of notices (`app.platform.outbox.kinds`) that the user does without by e-mail."""
    named_by_grant_on: Mapped[str | None] = mapped_column(String(256))
    """The cluster where a grant to an unknown role made this account; null: somebody made it as such."""
    refused: Mapped[str | None] = mapped_column(Text)
    """JSON: its last refused token request (`app.tokens.last_uses`)."""


class ClientSecret(IdColumn, NetworkColumn, Base):
    """A secret of a service user: random, stored as SHA-256, at most two at a time."""

    __tablename__ = "sys_client_secret"

    user_id: Mapped[int] = mapped_column(BIGINT, ForeignKey("sys_user_info.id"), index=True)
    secret_hash: Mapped[str] = mapped_column(exact_string(64), unique=True)
    hint: Mapped[str] = mapped_column(exact_string(8))
    """The last characters, to tell secrets apart."""
    add_time: Mapped[int] = mapped_column(BIGINT)
    valid_until: Mapped[int | None] = mapped_column(BIGINT, index=True)
    last_use: Mapped[int | None] = mapped_column(BIGINT)


class ClientKey(IdColumn, NetworkColumn, Base):
    """A public key of a service user, which signs its requests for tokens with the private one (RFC 7523)."""

    __tablename__ = "sys_client_key"
    __table_args__ = (UniqueConstraint("user_id", "kid"), NEVER_REUSE_IDS)

    user_id: Mapped[int] = mapped_column(BIGINT, ForeignKey("sys_user_info.id"))
    kid: Mapped[str] = mapped_column(exact_string(64))
    """How the client names it: the `kid` of the JWK, else its thumbprint."""
    thumbprint: Mapped[str] = mapped_column(exact_string(64), unique=True)
    """RFC 7638; no two services share a key."""
    alg: Mapped[str] = mapped_column(exact_string(8))
    public_jwk: Mapped[str] = mapped_column(Text)
    name: Mapped[str] = mapped_column(String(128))
    add_time: Mapped[int] = mapped_column(BIGINT)
    valid_until: Mapped[int | None] = mapped_column(BIGINT, index=True)
    last_use: Mapped[int | None] = mapped_column(BIGINT)


class ConsoleSession(IdColumn, Base):
    """A signed-in browser. The cookie holds the secret, this table its SHA-256."""

    __tablename__ = "sys_session"

    secret_hash: Mapped[str] = mapped_column(exact_string(64), unique=True)
    user_id: Mapped[int] = mapped_column(BIGINT, ForeignKey("sys_user_info.id"), index=True)
    add_time: Mapped[int] = mapped_column(BIGINT)
    last_use: Mapped[int] = mapped_column(BIGINT)
    valid_until: Mapped[int] = mapped_column(BIGINT)
    methods: Mapped[str] = mapped_column(exact_string(64), default="pwd")
    """How the user showed who it is (RFC 8176), separated by blanks."""
    auth_time: Mapped[int] = mapped_column(BIGINT, default=0)
    """When it last did."""
    provider_id: Mapped[int | None] = mapped_column(BIGINT)
    """The company's provider that last showed who the user is (`app.providers`); null: none did. No foreign key: this
    layer does not know providers, ids of deleted ones are never used again, and their sessions end."""
    address: Mapped[str] = mapped_column(exact_string(64), default="")
    agent: Mapped[str] = mapped_column(String(256), default="")
    """From where and with which browser, so that the user recognizes it."""


class KnownNetwork(Base):
    """A network from which a user has signed in with the present password."""

    __tablename__ = "sys_known_network"

    user_id: Mapped[int] = mapped_column(BIGINT, ForeignKey("sys_user_info.id"), primary_key=True)
    network: Mapped[str] = mapped_column(exact_string(64), primary_key=True)
    last_use: Mapped[int] = mapped_column(BIGINT, index=True)
    """To a day; other sign-ins write nothing."""


class RequestCount(Base):
    """Requests of a kind that somebody made in a minute, as far as the instances have told each other."""

    __tablename__ = "sys_request_count"

    key: Mapped[str] = mapped_column(exact_string(64), primary_key=True)
    minute: Mapped[int] = mapped_column(BIGINT, primary_key=True, index=True)
    """Minutes since 1970."""
    number: Mapped[int] = mapped_column(BIGINT)


class AddressDelay(Base):
    """Wrong passwords, by network, by the hash of name and network, of a browser, or of a name that no user has; wrong
    device codes, by user or network."""

    __tablename__ = "sys_address_delay"

    address: Mapped[str] = mapped_column(exact_string(64), primary_key=True)
    failures: Mapped[int] = mapped_column(default=0)
    delayed_until: Mapped[int] = mapped_column(BIGINT, default=0)
