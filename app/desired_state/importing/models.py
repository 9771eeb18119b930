"""The table of imports. Long columns are read only where they are needed."""

from sqlalchemy import String, Text, or_
from sqlalchemy.orm import Mapped, mapped_column

from app.audit.findings.models import LONG_TEXT
from app.platform.database import BIGINT, Base, IdColumn, exact_string

READING, PLANNED, APPLYING, UNDOING = "reading", "planned", "applying", "undoing"
DONE, FAILED, CANCELLED, UNDONE = "done", "failed", "cancelled", "undone"
RUNNING = (READING, APPLYING, UNDOING)
"""States in which the worker has something to do."""
OPEN = (*RUNNING, PLANNED)


class Import(IdColumn, Base):
    """One import of a cluster: what was read, what it would change, how far it is. No foreign keys: it outlives
    clusters and users."""

    __tablename__ = "imp_import"

    cluster: Mapped[int] = mapped_column(BIGINT, index=True)
    cluster_name: Mapped[str] = mapped_column(exact_string(128))
    state: Mapped[str] = mapped_column(exact_string(16), index=True)
    mapping: Mapped[str] = mapped_column(LONG_TEXT, deferred=True)
    """The mapping file."""
    estate: Mapped[str | None] = mapped_column(LONG_TEXT, deferred=True)
    """What was read, packed (`estate_text`)."""
    report: Mapped[str | None] = mapped_column(LONG_TEXT, deferred=True)
    """JSON, packed."""
    step: Mapped[str] = mapped_column(String(32), default="")
    """What is being done: tenants, namespaces, topics, plan, apply, undo."""
    done: Mapped[int] = mapped_column(default=0)
    total: Mapped[int] = mapped_column(default=0)
    calls: Mapped[int] = mapped_column(BIGINT, default=0)
    """Calls of the cluster that were made."""
    applied: Mapped[int] = mapped_column(BIGINT, default=0)
    """Things that were made, less those that were taken back."""
    refused: Mapped[str] = mapped_column(LONG_TEXT, default="[]")
    """JSON list of [kind, name, why]: what could not be made."""
    message: Mapped[str | None] = mapped_column(Text)
    """Why it failed."""
    started_by_id: Mapped[int] = mapped_column(BIGINT)
    started_by: Mapped[str] = mapped_column(exact_string(128))
    applied_by_id: Mapped[int | None] = mapped_column(BIGINT)
    """In whose name the changes are made, or taken back."""
    applied_by: Mapped[str | None] = mapped_column(exact_string(128))
    add_time: Mapped[int] = mapped_column(BIGINT)
    update_time: Mapped[int] = mapped_column(BIGINT)
    read_time: Mapped[int | None] = mapped_column(BIGINT)
    """When the cluster had been read."""
    ended_time: Mapped[int | None] = mapped_column(BIGINT)
    claimed_until: Mapped[int] = mapped_column(BIGINT, default=0)
    """A worker holds it until then; afterwards another one goes on with it."""


IN_FORCE = or_(Import.state == DONE, Import.applied > 0)
"""Imports whose mapping counts: carried out, wholly or in part, and not taken back."""
