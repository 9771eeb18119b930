"""The brokers of a cluster, as they last reported."""

from sqlalchemy import ForeignKey, SmallInteger, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from app.platform.database import BIGINT, NEVER_REUSE_IDS, Base, Numbered, exact_string


class BrokerRegistration(Numbered, Base):
    """A broker's last heartbeat."""

    __tablename__ = "sys_broker"
    __table_args__ = (UniqueConstraint("cluster_id", "broker"), NEVER_REUSE_IDS)

    cluster_id: Mapped[int] = mapped_column(BIGINT, ForeignKey("res_cluster.id"))
    broker: Mapped[str] = mapped_column(exact_string(256))
    boot: Mapped[str] = mapped_column(exact_string(64))
    plugin_version: Mapped[str] = mapped_column(exact_string(64))
    pulsar_version: Mapped[str] = mapped_column(exact_string(64))
    revision: Mapped[int] = mapped_column(BIGINT)
    """The revision it enforces."""
    revision_time: Mapped[int] = mapped_column(BIGINT)
    """When it first reported this revision."""
    epoch: Mapped[str | None] = mapped_column(exact_string(32))
    """The epoch of that revision; null when the broker reports none."""
    known: Mapped[int] = mapped_column(SmallInteger, server_default="1")
    """0: when it last reported, this database did not know the revision that it enforces."""
    source: Mapped[str | None] = mapped_column(exact_string(256))
    """The address of the center that it follows."""
    observing: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    """1: it only observes: its native provider answers, so it enforces no revision."""
    service: Mapped[str] = mapped_column(exact_string(32), server_default="broker")
    """The kind of service: broker, proxy, websocket, worker."""
    kicks: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    """1: it also closes open connections that lost their right. 0: it does not, or does not report it."""
    limits: Mapped[str] = mapped_column(exact_string(512), server_default="")
    """The limits of grants that it knows, with commas between them. By grants with others it denies."""
    drops: Mapped[str | None] = mapped_column(Text)
    """Events lost since its start, by reason, as JSON."""
    snapshot_time: Mapped[int] = mapped_column(BIGINT)
    events_written: Mapped[int] = mapped_column(BIGINT)
    events_dropped: Mapped[int] = mapped_column(BIGINT)
    connections: Mapped[int] = mapped_column(BIGINT)
    first_seen: Mapped[int] = mapped_column(BIGINT)
    last_seen: Mapped[int] = mapped_column(BIGINT)
    max_age_seconds: Mapped[int] = mapped_column(BIGINT)
    """How long it goes on deciding by its rights when it cannot reach the center."""
    left_time: Mapped[int | None] = mapped_column(BIGINT)
    """When it said goodbye. It has not served anybody since."""
