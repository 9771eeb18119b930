"""Tables of what is asked for: accounts, rights, and notices about them.

They name users and resources by id and by name without foreign keys: a request outlives what it is about, and says what
was asked. Ids are never used again, so that an id whose row is gone means nothing at all.
"""

from sqlalchemy import Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from app.database import BIGINT, NEVER_REUSE_IDS, Base, exact_string


class Registration(Base):
    """Somebody without an account asks for one, with a group and a first tenant."""

    __tablename__ = "req_registration"
    __table_args__ = (
        Index("ix_req_registration_state_address", "state", "address"),
        Index("ix_req_registration_state_username", "state", "username"),
        NEVER_REUSE_IDS,
    )

    id: Mapped[int] = mapped_column(BIGINT, primary_key=True)
    username: Mapped[str] = mapped_column(exact_string(128))
    nick: Mapped[str | None] = mapped_column(String(128))
    contact: Mapped[str] = mapped_column(String(256))
    """How the administrator reaches the applicant, to find out whether it is who it says."""
    group_name: Mapped[str] = mapped_column(exact_string(128))
    tenant_name: Mapped[str | None] = mapped_column(exact_string(128))
    cluster_name: Mapped[str | None] = mapped_column(exact_string(128))
    reason: Mapped[str] = mapped_column(String(1000))
    address: Mapped[str] = mapped_column(exact_string(64))
    """The network it came from; of IPv6 the first 64 bits."""
    receipt_hash: Mapped[str] = mapped_column(exact_string(64), unique=True)
    """SHA-256 of the code that only the applicant has."""
    state: Mapped[str] = mapped_column(exact_string(16), default="open")
    """open, approved, refused, superseded (another request for the same name was approved), expired"""
    add_time: Mapped[int] = mapped_column(BIGINT)
    update_time: Mapped[int] = mapped_column(BIGINT)
    expires: Mapped[int] = mapped_column(BIGINT)
    """While open: when it expires; once approved: until when the first secret can be fetched."""
    decided_by: Mapped[str | None] = mapped_column(exact_string(128))
    decided_time: Mapped[int | None] = mapped_column(BIGINT)
    comment: Mapped[str | None] = mapped_column(String(500))
    user_id: Mapped[int | None] = mapped_column(BIGINT)
    """The user that was made of it."""
    collect_time: Mapped[int | None] = mapped_column(BIGINT)
    """When the applicant fetched its one-time secret; it can do so once."""


class AccessRequest(Base):
    """Somebody asks for authorities on a resource, for itself or for a sub-account."""

    __tablename__ = "req_access"
    __table_args__ = (
        Index("ix_req_access_resource", "state", "res_type", "res_id"),
        Index("ix_req_access_requester", "requester_id", "state"),
        Index("ix_req_access_receiver", "receiver_id", "state"),
        Index("ix_req_access_main", "main_id", "state"),
        NEVER_REUSE_IDS,
    )

    id: Mapped[int] = mapped_column(BIGINT, primary_key=True)
    requester_id: Mapped[int] = mapped_column(BIGINT)
    requester: Mapped[str] = mapped_column(exact_string(128))
    receiver_id: Mapped[int] = mapped_column(BIGINT)
    receiver: Mapped[str] = mapped_column(exact_string(128))
    """Who shall hold the rights: the requester or its sub-account."""
    main_id: Mapped[int] = mapped_column(BIGINT)
    """The main account behind both; nobody of this account decides (but on what its own sub-account asks it for)."""
    res_type: Mapped[int]
    resource: Mapped[str] = mapped_column(exact_string(512))
    """The full name as asked for, whether it exists or not."""
    res_id: Mapped[int | None] = mapped_column(BIGINT)
    """What was called so when it was asked for; null: nothing was. Never shown to the requester."""
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
        return [int(number) for number in self.authorities.split(",") if number]


class Verdict(Base):
    """One decider's answer to a request. With four eyes an approval waits here for a second one."""

    __tablename__ = "req_verdict"
    __table_args__ = (UniqueConstraint("request_id", "decider_id"), NEVER_REUSE_IDS)

    id: Mapped[int] = mapped_column(BIGINT, primary_key=True)
    request_id: Mapped[int] = mapped_column(BIGINT)
    decider_id: Mapped[int] = mapped_column(BIGINT, index=True)
    decider: Mapped[str] = mapped_column(exact_string(128))
    verdict: Mapped[str] = mapped_column(exact_string(16))
    """approved or refused"""
    authorities: Mapped[str | None] = mapped_column(String(128))
    until: Mapped[int | None] = mapped_column(BIGINT)
    comment: Mapped[str | None] = mapped_column(String(500))
    add_time: Mapped[int] = mapped_column(BIGINT)

    def authority_ids(self) -> list[int]:
        """The approved authorities as numbers."""
        return [int(number) for number in (self.authorities or "").split(",") if number]


class Notice(Base):
    """Something that a user should know: a right ends, a request waits or was decided."""

    __tablename__ = "req_notice"
    __table_args__ = (
        UniqueConstraint("user_id", "kind", "about"),
        Index("ix_req_notice_user", "user_id", "read_time", "id"),
        NEVER_REUSE_IDS,
    )

    id: Mapped[int] = mapped_column(BIGINT, primary_key=True)
    user_id: Mapped[int] = mapped_column(BIGINT)
    kind: Mapped[str] = mapped_column(exact_string(32))
    """grant_ends, given_grant_ends, secret_ends, token_ends, request_to_decide, request_decided, registration"""
    about: Mapped[str] = mapped_column(exact_string(64))
    """What it is about, such that each user is told once."""
    facts: Mapped[str] = mapped_column(Text)
    """JSON object for the sentence that the console makes of it."""
    add_time: Mapped[int] = mapped_column(BIGINT)
    read_time: Mapped[int | None] = mapped_column(BIGINT)
