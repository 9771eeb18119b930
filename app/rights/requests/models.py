"""Tables of requests for accounts and rights, and of notices.

Users and resources are stored by id and name without foreign keys: a request outlives them and still says what was
requested. Ids are never used again, so the id of a deleted row refers to nothing.
"""

from sqlalchemy import ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from app.grants.models import LimitColumns
from app.platform.database import BIGINT, NEVER_REUSE_IDS, Base, IdColumn, exact_string


class Registration(IdColumn, Base):
    """A request for an account by somebody without one, with a group and a first tenant."""

    __tablename__ = "req_registration"
    __table_args__ = (
        Index("ix_req_registration_state_address", "state", "address"),
        Index("ix_req_registration_state_username", "state", "username"),
        NEVER_REUSE_IDS,
    )

    username: Mapped[str] = mapped_column(exact_string(128))
    nick: Mapped[str | None] = mapped_column(String(128))
    contact: Mapped[str] = mapped_column(String(256))
    """How the administrator can reach the applicant, to check who it is."""
    group_name: Mapped[str] = mapped_column(exact_string(128))
    tenant_name: Mapped[str | None] = mapped_column(exact_string(128))
    cluster_name: Mapped[str | None] = mapped_column(exact_string(128))
    reason: Mapped[str] = mapped_column(String(1000))
    address: Mapped[str] = mapped_column(exact_string(64))
    """The network of the request; of an IPv6 address the first 64 bits."""
    receipt_hash: Mapped[str] = mapped_column(exact_string(64), unique=True)
    """SHA-256 of the receipt code, which only the applicant has."""
    state: Mapped[str] = mapped_column(exact_string(16), default="open")
    """open, approved, refused, superseded (another request for the same name was approved), expired"""
    add_time: Mapped[int] = mapped_column(BIGINT)
    update_time: Mapped[int] = mapped_column(BIGINT)
    expires: Mapped[int] = mapped_column(BIGINT)
    """While open: when it expires. Once approved: until when the first secret can be fetched."""
    decided_by: Mapped[str | None] = mapped_column(exact_string(128))
    decided_time: Mapped[int | None] = mapped_column(BIGINT)
    comment: Mapped[str | None] = mapped_column(String(500))
    user_id: Mapped[int | None] = mapped_column(BIGINT)
    """The user that was created for it."""
    collect_time: Mapped[int | None] = mapped_column(BIGINT)
    """When the applicant fetched its one-time secret, which works once."""


class AccessRequest(IdColumn, LimitColumns, Base):
    """A request for authorities on a resource, for the requester or a sub-account of it."""

    __tablename__ = "req_access"
    __table_args__ = (
        Index("ix_req_access_resource", "state", "res_type", "res_id"),
        Index("ix_req_access_requester", "requester_id", "state"),
        Index("ix_req_access_receiver", "receiver_id", "state"),
        Index("ix_req_access_main", "main_id", "state"),
        NEVER_REUSE_IDS,
    )

    requester_id: Mapped[int] = mapped_column(BIGINT)
    requester: Mapped[str] = mapped_column(exact_string(128))
    receiver_id: Mapped[int] = mapped_column(BIGINT)
    receiver: Mapped[str] = mapped_column(exact_string(128))
    """The user that is to get the rights: the requester or its sub-account."""
    main_id: Mapped[int] = mapped_column(BIGINT)
    """The main account of both. Users of this account may not decide, except about what a sub-account directs to it."""
    res_type: Mapped[int]
    resource: Mapped[str] = mapped_column(exact_string(512))
    """The full name as requested, whether it exists or not."""
    res_id: Mapped[int | None] = mapped_column(BIGINT)
    """The resource that had this name at the time of the request; null: none had. Never shown to the requester."""
    authorities: Mapped[str] = mapped_column(String(128))
    reason: Mapped[str] = mapped_column(String(1000))
    wished_until: Mapped[int | None] = mapped_column(BIGINT)
    state: Mapped[str] = mapped_column(exact_string(16))
    """with_main, open, approved, refused, withdrawn, void (a user of it was deleted), expired"""
    add_time: Mapped[int] = mapped_column(BIGINT)
    update_time: Mapped[int] = mapped_column(BIGINT)
    expires: Mapped[int] = mapped_column(BIGINT)
    announced: Mapped[int] = mapped_column(default=0)
    """1 once those who may decide have been told."""
    decided_by: Mapped[str | None] = mapped_column(exact_string(128))
    decided_time: Mapped[int | None] = mapped_column(BIGINT)
    comment: Mapped[str | None] = mapped_column(String(500))
    grant_id: Mapped[int | None] = mapped_column(BIGINT)
    granted_until: Mapped[int | None] = mapped_column(BIGINT)

    def authority_ids(self) -> list[int]:
        """The authorities as numbers."""
        return [int(text) for text in self.authorities.split(",") if text]


class Verdict(IdColumn, Base):
    """One decider's verdict on a request. With four eyes an approval waits here for a second one."""

    __tablename__ = "req_verdict"
    __table_args__ = (UniqueConstraint("request_id", "decider_id"), NEVER_REUSE_IDS)

    request_id: Mapped[int] = mapped_column(BIGINT)
    decider_id: Mapped[int] = mapped_column(BIGINT, index=True)
    decider: Mapped[str] = mapped_column(exact_string(128))
    verdict: Mapped[str] = mapped_column(exact_string(16))
    """approved or refused"""
    authorities: Mapped[str | None] = mapped_column(String(128))
    until: Mapped[int | None] = mapped_column(BIGINT)
    comment: Mapped[str | None] = mapped_column(String(500))
    add_time: Mapped[int] = mapped_column(BIGINT)
    address: Mapped[str | None] = mapped_column(exact_string(64))
    """Where the decider worked from; null: not known. A first approval counts from there."""

    def authority_ids(self) -> list[int]:
        """The approved authorities as numbers."""
        return [int(text) for text in (self.authorities or "").split(",") if text]


class FactorReset(Base):
    """With four eyes: an administrator wants a user's second factors removed. It waits for another administrator."""

    __tablename__ = "req_factor_reset"

    user_id: Mapped[int] = mapped_column(BIGINT, primary_key=True, autoincrement=False)
    asked_by_id: Mapped[int] = mapped_column(BIGINT)
    asked_by: Mapped[str] = mapped_column(exact_string(128))
    add_time: Mapped[int] = mapped_column(BIGINT)
    valid_until: Mapped[int] = mapped_column(BIGINT, index=True)


class KeyDestruction(Base):
    """Somebody wants a version of an encryption key destroyed. It waits for a second person."""

    __tablename__ = "req_key_destruction"

    version: Mapped[int] = mapped_column(
        BIGINT, ForeignKey("res_encryption_key_version.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    asked_by_id: Mapped[int] = mapped_column(BIGINT)
    asked_by: Mapped[str] = mapped_column(exact_string(128))
    address: Mapped[str | None] = mapped_column(exact_string(64))
    """Where it was asked from: the asker's rights count from there."""
    reason: Mapped[str] = mapped_column(String(500))
    add_time: Mapped[int] = mapped_column(BIGINT)
    valid_until: Mapped[int] = mapped_column(BIGINT, index=True)


class Notice(IdColumn, Base):
    """Something that a user should know: a right ends, or a request waits or was decided."""

    __tablename__ = "req_notice"
    __table_args__ = (
        UniqueConstraint("user_id", "kind", "about"),
        Index("ix_req_notice_user", "user_id", "read_time", "id"),
        NEVER_REUSE_IDS,
    )

    user_id: Mapped[int] = mapped_column(BIGINT)
    kind: Mapped[str] = mapped_column(exact_string(32))
    """grant_ends, given_grant_ends, secret_ends, token_ends, request_to_decide, request_decided, registration,
    factor_reset, signing_key_revoked …: `app.platform.outbox.kinds.NoticeKind`"""
    about: Mapped[str] = mapped_column(exact_string(64))
    """A key for the occasion: a user gets one notice of each kind per key."""
    facts: Mapped[str] = mapped_column(Text)
    """JSON object from which the console makes the sentence."""
    add_time: Mapped[int] = mapped_column(BIGINT)
    read_time: Mapped[int | None] = mapped_column(BIGINT)
