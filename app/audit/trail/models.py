"""Tables of the revision and of the append-only audit log. Results of the Spark jobs: `app.audit.findings.models`."""

from sqlalchemy import Index, Text
from sqlalchemy.dialects import mysql
from sqlalchemy.orm import Mapped, mapped_column

from app.audit.trail.chain import GENESIS
from app.platform.database import BIGINT, NEVER_REUSE_IDS, Base, IdColumn, exact_string

_CONTENTS = Text().with_variant(mysql.MEDIUMTEXT(), "mysql", "mariadb")


class Revision(Base):
    """One row, id 1: the number of the state of all rights. A change takes the next one by updating the row (spec
    2)."""

    __tablename__ = "sys_revision"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    revision: Mapped[int] = mapped_column(BIGINT)
    head_id: Mapped[int] = mapped_column(BIGINT, server_default="0")
    """Id of the newest entry of the audit log. With its hash it reveals a log whose end was cut off."""
    head_hash: Mapped[str] = mapped_column(exact_string(64), server_default=GENESIS)
    complete_from: Mapped[int] = mapped_column(BIGINT, server_default="1")
    """The first revision whose state the audit log contains completely; 0 until the start after an upgrade recorded
    it."""
    epoch: Mapped[str] = mapped_column(exact_string(32), server_default="")
    """Renewed after a back-up was restored: revisions of different epochs cannot be compared."""


class TrailEntry(IdColumn, Base):
    """One change: who, what, before and after, at which revision. Triggers refuse UPDATE and DELETE.

    Numbered without gaps and chained by hashes (`app.audit.trail.chain`); docs/trail.md describes both.
    """

    __tablename__ = "sys_trail"
    __table_args__ = (
        Index("ix_sys_trail_entity", "entity", "entity_key"),
        Index("ix_sys_trail_action_revision", "action", "revision"),
        NEVER_REUSE_IDS,
    )

    revision: Mapped[int] = mapped_column(BIGINT, index=True)
    time: Mapped[int] = mapped_column(BIGINT, index=True)
    actor: Mapped[str] = mapped_column(exact_string(256), index=True)
    action: Mapped[str] = mapped_column(exact_string(64))
    """`entity.verb`: `grant.create`, `user.disable`."""
    entity: Mapped[str] = mapped_column(exact_string(32))
    """user, group, role, member, cluster, tenant, namespace, topic, grant, key, revoked_token, …"""
    entity_key: Mapped[str] = mapped_column(exact_string(512))
    """The key by which the broker's snapshot knows it: user name, grant id, resource name, key id, token id."""
    cluster: Mapped[int | None] = mapped_column(BIGINT)
    """The only cluster concerned, or null when it may be several."""
    role: Mapped[int | None] = mapped_column(BIGINT, index=True)
    """The role of a grant or of a membership (whose entity is the user), or null."""
    before: Mapped[str | None] = mapped_column(_CONTENTS)
    after: Mapped[str | None] = mapped_column(_CONTENTS)
    """JSON objects without secrets."""
    credential: Mapped[str | None] = mapped_column(exact_string(128), index=True)
    """`session:<id>`, `token:<jti>`, `cluster_credential:<id>`, `system`; null in entries older than this column."""
    address: Mapped[str | None] = mapped_column(exact_string(64))
    request_id: Mapped[str | None] = mapped_column(exact_string(64), index=True)
    """The X-Request-Id header of the response."""
    previous_hash: Mapped[str] = mapped_column(exact_string(64), server_default="")
    hash: Mapped[str] = mapped_column(exact_string(64), server_default="")
