"""Tables of remediations with their parts, and of opt-outs from suggestions.

Users, roles, grants and resources are referred to without foreign keys, because a remediation outlives them.
"""

import json
from typing import Any

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from app.audit.findings.models import LONG_TEXT
from app.platform.database import BIGINT, NEVER_REUSE_IDS, Base, IdColumn, exact_string


class Remediation(IdColumn, Base):
    """Suggestions that somebody decided to follow: announced, applied after the notice period, rolled back in one
    call."""

    __tablename__ = "rem_remediation"

    state: Mapped[str] = mapped_column(exact_string(16), index=True)
    """proposed (waits for a second person), announced, applied, cancelled, rolled_back"""
    run: Mapped[str] = mapped_column(exact_string(128))
    """The run whose suggestions these are."""
    since: Mapped[str] = mapped_column(exact_string(10))
    """The first date of that run's window: use seen from then on must stay possible."""
    tenant: Mapped[str | None] = mapped_column(exact_string(128), index=True)
    """The tenant of all parts; null when there are several."""
    reason: Mapped[str] = mapped_column(String(500))
    notice_days: Mapped[int]
    planned_by_id: Mapped[int] = mapped_column(BIGINT)
    planned_by: Mapped[str] = mapped_column(exact_string(128))
    confirmed_by_id: Mapped[int | None] = mapped_column(BIGINT)
    """With four eyes the second person. The remediation is applied in that person's name."""
    confirmed_by: Mapped[str | None] = mapped_column(exact_string(128))
    add_time: Mapped[int] = mapped_column(BIGINT)
    update_time: Mapped[int] = mapped_column(BIGINT)
    due: Mapped[int | None] = mapped_column(BIGINT)
    """The end of the notice period (epoch ms)."""
    looked_at: Mapped[int] = mapped_column(BIGINT, server_default="0")
    """Id of the newest run whose use was checked against it."""
    ended_by: Mapped[str | None] = mapped_column(exact_string(128))
    """Who cancelled it or rolled it back."""
    ended_time: Mapped[int | None] = mapped_column(BIGINT)
    """When it was applied, cancelled or rolled back, whichever came last."""
    comment: Mapped[str | None] = mapped_column(String(500))


class Part(IdColumn, Base):
    """One suggestion of a remediation, with the exact grants as they were when it was planned."""

    __tablename__ = "rem_part"
    __table_args__ = (Index("ix_rem_part_suggestion_state", "suggestion", "state"), NEVER_REUSE_IDS)

    remediation_id: Mapped[int] = mapped_column(BIGINT, ForeignKey("rem_remediation.id"), index=True)
    suggestion: Mapped[str] = mapped_column(exact_string(32))
    kind: Mapped[str] = mapped_column(exact_string(32))
    """remove_unused, remove_redundant or narrow"""
    role_id: Mapped[int] = mapped_column(BIGINT)
    role_name: Mapped[str] = mapped_column(exact_string(128))
    state: Mapped[str] = mapped_column(exact_string(16))
    """pending, cancelled, applied, failed, rolled_back, not_restored"""
    why: Mapped[str | None] = mapped_column(exact_string(64))
    """Why it was cancelled or failed: use_seen, opted_out, changed_meanwhile, not_confirmed, not_looked_at, by_hand, or
    the code of a refusal."""
    facts: Mapped[str] = mapped_column(LONG_TEXT, default="{}")
    """JSON object about `why`."""
    removes: Mapped[str] = mapped_column(LONG_TEXT)
    """JSON list of the grants to remove, from `app.rights.granting.restoring.freeze`."""
    adds: Mapped[str] = mapped_column(LONG_TEXT, default="[]")
    """JSON list of the grants to add; each has a `grant_id` once it was made."""

    def removed(self) -> list[dict[str, Any]]:
        """The grants to remove."""
        grants: list[dict[str, Any]] = json.loads(self.removes)
        return grants

    def added(self) -> list[dict[str, Any]]:
        """The grants to add."""
        grants: list[dict[str, Any]] = json.loads(self.adds)
        return grants


class OptOut(IdColumn, Base):
    """A grant, or all grants of a user's personal role, that no remediation may touch until a day."""

    __tablename__ = "rem_opt_out"

    grant_id: Mapped[int | None] = mapped_column(BIGINT, index=True)
    user_id: Mapped[int | None] = mapped_column(BIGINT, index=True)
    reason: Mapped[str] = mapped_column(String(500))
    until: Mapped[int] = mapped_column(BIGINT, index=True)
    given_by_id: Mapped[int] = mapped_column(BIGINT)
    given_by: Mapped[str] = mapped_column(exact_string(128))
    add_time: Mapped[int] = mapped_column(BIGINT)
