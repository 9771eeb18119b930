"""Tables of what is done about findings: a remediation with its parts, and who has opted out of suggestions.

They name users, roles, grants and resources without foreign keys: what was done outlives what it was done to.
"""

import json
from typing import Any

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from app.database import BIGINT, NEVER_REUSE_IDS, Base, exact_string
from app.findings.models import LONG_TEXT


class Remediation(Base):
    """Suggestions that somebody decided to follow: announced, applied after a while, and taken back in one call."""

    __tablename__ = "rem_remediation"
    __table_args__ = NEVER_REUSE_IDS

    id: Mapped[int] = mapped_column(BIGINT, primary_key=True)
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
    """With four eyes the second person, who then is the one in whose name it is applied."""
    confirmed_by: Mapped[str | None] = mapped_column(exact_string(128))
    add_time: Mapped[int] = mapped_column(BIGINT)
    update_time: Mapped[int] = mapped_column(BIGINT)
    due: Mapped[int | None] = mapped_column(BIGINT)
    """The end of the notice period (epoch ms)."""
    looked_at: Mapped[int] = mapped_column(BIGINT, server_default="0")
    """Id of the newest run whose use was compared with it."""
    ended_by: Mapped[str | None] = mapped_column(exact_string(128))
    """Who cancelled it or took it back."""
    ended_time: Mapped[int | None] = mapped_column(BIGINT)
    """When it was applied, cancelled or taken back, the latest of them."""
    comment: Mapped[str | None] = mapped_column(String(500))


class Part(Base):
    """One suggestion of a remediation, frozen: exactly these grants, as they were."""

    __tablename__ = "rem_part"
    __table_args__ = (Index("ix_rem_part_suggestion_state", "suggestion", "state"), NEVER_REUSE_IDS)

    id: Mapped[int] = mapped_column(BIGINT, primary_key=True)
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
    """JSON list of the grants that go (`frozen_parts.freeze_grants`)."""
    adds: Mapped[str] = mapped_column(LONG_TEXT, default="[]")
    """JSON list of the grants that come instead; `grant_id` once they are there."""

    def removed(self) -> list[dict[str, Any]]:
        """The grants that go."""
        found: list[dict[str, Any]] = json.loads(self.removes)
        return found

    def added(self) -> list[dict[str, Any]]:
        """The grants that come."""
        found: list[dict[str, Any]] = json.loads(self.adds)
        return found


class OptOut(Base):
    """A grant, or everything in a user's personal role, that no remediation touches until a day."""

    __tablename__ = "rem_opt_out"
    __table_args__ = NEVER_REUSE_IDS

    id: Mapped[int] = mapped_column(BIGINT, primary_key=True)
    grant_id: Mapped[int | None] = mapped_column(BIGINT, index=True)
    user_id: Mapped[int | None] = mapped_column(BIGINT, index=True)
    reason: Mapped[str] = mapped_column(String(500))
    until: Mapped[int] = mapped_column(BIGINT, index=True)
    given_by_id: Mapped[int] = mapped_column(BIGINT)
    given_by: Mapped[str] = mapped_column(exact_string(128))
    add_time: Mapped[int] = mapped_column(BIGINT)
