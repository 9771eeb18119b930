"""Tables of the results of the Spark jobs. Every row belongs to one loaded run; readers see those of the current one.

Columns are for filtering and sorting; `content` is the line as the jobs wrote it, validated.
"""

from sqlalchemy import Index, Text, UniqueConstraint
from sqlalchemy.dialects import mysql
from sqlalchemy.orm import Mapped, mapped_column

from app.platform.database import BIGINT, NEVER_REUSE_IDS, Base, IdColumn, exact_string

LONG_TEXT = Text().with_variant(mysql.MEDIUMTEXT(), "mysql", "mariadb")


class AuditRun(IdColumn, Base):
    """One run of the Spark jobs: what it covers, and whether its results are shown."""

    __tablename__ = "audit_run"

    run: Mapped[str] = mapped_column(exact_string(128), unique=True)
    add_time: Mapped[int] = mapped_column(BIGINT)
    summary: Mapped[str] = mapped_column(LONG_TEXT)
    """run.json."""
    state: Mapped[str] = mapped_column(exact_string(16), server_default="superseded", index=True)
    """loading, current (at most one) or superseded"""
    first_date: Mapped[str] = mapped_column(exact_string(10), server_default="")
    last_date: Mapped[str] = mapped_column(exact_string(10), server_default="")
    generated: Mapped[int] = mapped_column(BIGINT, server_default="0")
    """When its export was made (epoch ms). Use after that, or after the window's end, is not known to the run."""
    loaded_by: Mapped[str] = mapped_column(exact_string(128), server_default="")
    complete_time: Mapped[int | None] = mapped_column(BIGINT)
    pruned: Mapped[int] = mapped_column(server_default="0")
    """1 once its rows are deleted. The run itself stays, so that it is not loaded twice."""


class RunPart(Base):
    """A part of a run that has arrived. Sending it again changes nothing."""

    __tablename__ = "audit_run_part"

    run_id: Mapped[int] = mapped_column(BIGINT, primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(exact_string(16), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    sha256: Mapped[str] = mapped_column(exact_string(64))
    lines: Mapped[int] = mapped_column(BIGINT)


class UsageDate(Base):
    """The run whose rows of use are valid for a date. A new run replaces the dates that it covers; the others stay."""

    __tablename__ = "audit_usage_date"

    date: Mapped[str] = mapped_column(exact_string(10), primary_key=True)
    run_id: Mapped[int] = mapped_column(BIGINT)


class UsageDaily(IdColumn, Base):
    """Gold table of the Spark jobs: use of one grant on one day. The columns have the job's names.

    Read it with the condition `current_results.valid_use`.
    """

    __tablename__ = "audit_usage_daily"
    __table_args__ = (
        Index("ix_audit_usage_daily_grant_date", "grant_id", "date"),
        Index("ix_audit_usage_daily_user_date", "user", "date"),
        NEVER_REUSE_IDS,
    )

    run_id: Mapped[int] = mapped_column(BIGINT, server_default="0", index=True)
    date: Mapped[str] = mapped_column(exact_string(10))
    grant_id: Mapped[int | None] = mapped_column(BIGINT)
    user: Mapped[str | None] = mapped_column(exact_string(128))
    action: Mapped[int]
    resource: Mapped[str] = mapped_column(exact_string(700))
    decision: Mapped[int]
    n: Mapped[int] = mapped_column(BIGINT)
    first: Mapped[int] = mapped_column(BIGINT)
    last: Mapped[int] = mapped_column(BIGINT)
    covering: Mapped[int] = mapped_column(BIGINT)
    applied: Mapped[int] = mapped_column(BIGINT)
    sole: Mapped[int] = mapped_column(BIGINT)


class UseStatus(Base):
    """What a run says about one grant: used, unused, redundant, essential, unknown, used_not_granted."""

    __tablename__ = "audit_grant_status"

    run_id: Mapped[int] = mapped_column(BIGINT, primary_key=True, autoincrement=False)
    grant_id: Mapped[int] = mapped_column(BIGINT, primary_key=True, autoincrement=False)
    status: Mapped[str] = mapped_column(exact_string(32))
    why: Mapped[str | None] = mapped_column(exact_string(32))
    covering: Mapped[int] = mapped_column(BIGINT)
    applied: Mapped[int] = mapped_column(BIGINT)
    sole: Mapped[int] = mapped_column(BIGINT)
    last: Mapped[int | None] = mapped_column(BIGINT)
    coverage_percent: Mapped[float]
    watched_days: Mapped[int | None] = mapped_column(BIGINT)
    watched_since: Mapped[str | None] = mapped_column(exact_string(10))


class Finding(IdColumn, Base):
    """A finding. `finding` stays the same over runs as long as it is about the same."""

    __tablename__ = "audit_finding"
    __table_args__ = (UniqueConstraint("run_id", "finding"), NEVER_REUSE_IDS)

    run_id: Mapped[int] = mapped_column(BIGINT)
    finding: Mapped[str] = mapped_column(exact_string(32))
    kind: Mapped[str] = mapped_column(exact_string(32))
    subject: Mapped[str] = mapped_column(exact_string(700))
    severity: Mapped[int]
    state: Mapped[str] = mapped_column(exact_string(8))
    tenant: Mapped[str | None] = mapped_column(exact_string(128), index=True)
    grant_id: Mapped[int | None] = mapped_column(BIGINT, index=True)
    role_id: Mapped[int | None] = mapped_column(BIGINT)
    user: Mapped[str | None] = mapped_column(exact_string(128), index=True)
    last_seen: Mapped[str] = mapped_column(exact_string(10))
    content: Mapped[str] = mapped_column(LONG_TEXT)


class Suggestion(IdColumn, Base):
    """A suggestion of a run. Its back-tests are `RunLine` rows."""

    __tablename__ = "audit_suggestion"
    __table_args__ = (UniqueConstraint("run_id", "suggestion"), NEVER_REUSE_IDS)

    run_id: Mapped[int] = mapped_column(BIGINT)
    suggestion: Mapped[str] = mapped_column(exact_string(32))
    kind: Mapped[str] = mapped_column(exact_string(32))
    role_id: Mapped[int] = mapped_column(BIGINT, index=True)
    role_name: Mapped[str] = mapped_column(exact_string(128))
    tenant: Mapped[str | None] = mapped_column(exact_string(128), index=True)
    saved: Mapped[int] = mapped_column(BIGINT)
    """Leaves (resource and right) that the role would lose: it may use them and was not seen doing so."""
    content: Mapped[str] = mapped_column(LONG_TEXT)


class RunLine(IdColumn, Base):
    """A line that is found only by its subject: back-tests, creep, denials, uses of data."""

    __tablename__ = "audit_run_line"
    __table_args__ = (Index("ix_audit_run_line_subject", "run_id", "kind", "subject"), NEVER_REUSE_IDS)

    run_id: Mapped[int] = mapped_column(BIGINT)
    kind: Mapped[str] = mapped_column(exact_string(16))
    """backtest, creep, denials or data_uses"""
    subject: Mapped[str] = mapped_column(exact_string(256))
    """For a back-test the suggestion, for creep scope type and scope, for denials the user, for uses of data the
    namespace as in access events."""
    tenant: Mapped[str | None] = mapped_column(exact_string(128), index=True)
    user: Mapped[str | None] = mapped_column(exact_string(128))
    weight: Mapped[int] = mapped_column(BIGINT)
    """The sort key of lists: the window in days, the index in hundredths, the number of denials or uses."""
    content: Mapped[str] = mapped_column(LONG_TEXT)
