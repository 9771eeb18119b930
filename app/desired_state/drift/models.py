"""Tables of the differences between center and clusters, and of the newest run of each cluster.

Clusters, resources and users are referred to without foreign keys, because a line outlives them.
"""

import json
from typing import Any

from sqlalchemy import Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from app.audit.findings.models import LONG_TEXT
from app.desired_state.drift.differences import RESOURCE, RIGHTS
from app.platform.database import BIGINT, NEVER_REUSE_IDS, Base, IdColumn, exact_string

OPEN, ACCEPTED, REPAIRING, GONE = "open", "accepted", "repairing", "gone"
CALLED = 0
"""`due` of a repair whose calls are on their way to the cluster: too late to cancel it. A killed worker leaves it so,
and the next one makes the calls again."""


class DriftRun(Base):
    """The newest comparison of one cluster. A worker holds it until `claimed_until`: there is one at a time."""

    __tablename__ = "drift_run"

    cluster: Mapped[int] = mapped_column(BIGINT, primary_key=True, autoincrement=False)
    wanted: Mapped[int] = mapped_column(BIGINT, default=0)
    """When somebody asked for a run (epoch ms)."""
    started: Mapped[int] = mapped_column(BIGINT, default=0)
    ended: Mapped[int] = mapped_column(BIGINT, default=0)
    claimed_until: Mapped[int] = mapped_column(BIGINT, default=0)
    message: Mapped[str | None] = mapped_column(Text)
    """Why nothing could be compared; null when it was."""
    found: Mapped[int] = mapped_column(default=0)
    """Differences seen, also those beyond what is stored."""
    unread: Mapped[str] = mapped_column(LONG_TEXT, default="[]")
    """JSON: [{place, message}], what the cluster did not tell."""
    unread_total: Mapped[int] = mapped_column(default=0)


class DriftLine(IdColumn, Base):
    """One difference, from when it was first seen until some time after it is gone."""

    __tablename__ = "drift_line"
    __table_args__ = (
        UniqueConstraint("cluster", "key"),
        Index("ix_drift_line_cluster_state", "cluster", "state"),
        Index("ix_drift_line_due", "state", "due"),
        NEVER_REUSE_IDS,
    )

    cluster: Mapped[int] = mapped_column(BIGINT)
    key: Mapped[str] = mapped_column(exact_string(64))
    kind: Mapped[str] = mapped_column(exact_string(16))
    res_type: Mapped[int]
    place: Mapped[str] = mapped_column(Text)
    """Full name in Pulsar's notation; as the cluster has it, it may be longer than ours."""
    tenant: Mapped[str] = mapped_column(exact_string(128), index=True)
    near_type: Mapped[int]
    """The place itself when the center knows it, else the nearest one above that it knows: who may answer."""
    near_id: Mapped[int] = mapped_column(BIGINT)
    field: Mapped[str] = mapped_column(exact_string(32))
    subject: Mapped[str | None] = mapped_column(Text)
    wished: Mapped[str | None] = mapped_column(LONG_TEXT)
    """JSON."""
    actual: Mapped[str | None] = mapped_column(LONG_TEXT)
    state: Mapped[str] = mapped_column(exact_string(16), default=OPEN)
    """open, accepted, repairing, gone"""
    since: Mapped[int] = mapped_column(BIGINT)
    seen: Mapped[int] = mapped_column(BIGINT)
    answer: Mapped[str | None] = mapped_column(exact_string(16))
    """adopt, repair or accept; null when nobody answered."""
    answered_by: Mapped[str | None] = mapped_column(exact_string(128))
    answered_at: Mapped[int | None] = mapped_column(BIGINT)
    reason: Mapped[str | None] = mapped_column(String(500))
    until: Mapped[int | None] = mapped_column(BIGINT)
    """Accepted until then (epoch ms)."""
    due: Mapped[int] = mapped_column(BIGINT, default=0)
    """When the cluster is called; later than the answer when it was announced."""
    calls: Mapped[str | None] = mapped_column(LONG_TEXT)
    """JSON: the admin calls that are to be made."""
    back: Mapped[str | None] = mapped_column(LONG_TEXT)
    """JSON: how the answer is undone; null: it cannot be."""
    message: Mapped[str | None] = mapped_column(Text)
    """Why the answer could not be carried out."""

    def wished_value(self) -> Any:
        """The center's value."""
        return _value(self.wished)

    def actual_value(self) -> Any:
        """The cluster's value."""
        return _value(self.actual)

    def is_called(self) -> bool:
        """Whether the cluster is being called."""
        return self.state == REPAIRING and self.due == CALLED

    def waits_for_its_place(self) -> bool:
        """Whether it keeps rights on a place that is gone here, too, and can give them when that was made again."""
        return self.field == RIGHTS and self.state == GONE and self.answer is None

    def loses(self) -> list[str]:
        """The answers by which something is lost: a place with what is in it, or a copy of it on another cluster."""
        if self.field == RESOURCE:
            return {"missing": ["adopt"], "extra": ["repair"]}[self.kind]
        return ["repair"] if self.left_clusters() else []

    def left_clusters(self) -> list[str]:
        """The clusters that a repair takes a tenant, namespace or topic off."""
        about = self.field == "allowed_clusters" or (self.field, self.subject) == ("policy", "replication_clusters")
        return sorted({*self.actual_value()} - {*self.wished_value()}) if about and self.actual and self.wished else []


def _value(text: str | None) -> Any:
    return None if text is None else json.loads(text)
