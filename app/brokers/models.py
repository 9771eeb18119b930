"""Tables for brokers: plugin credentials of clusters, last reports, questions about connections."""

from sqlalchemy import ForeignKey, SmallInteger, Text, UniqueConstraint
from sqlalchemy.dialects import mysql
from sqlalchemy.orm import Mapped, mapped_column

from app.platform.database import BIGINT, NEVER_REUSE_IDS, Base, IdColumn, exact_string


class ClusterCredential(IdColumn, Base):
    """A secret that opens /api/broker/v1 for one cluster; two may be valid at a time, for rotation."""

    __tablename__ = "sys_cluster_credential"

    cluster_id: Mapped[int] = mapped_column(BIGINT, ForeignKey("res_cluster.id"), index=True)
    secret_hash: Mapped[str] = mapped_column(exact_string(64), unique=True)
    hint: Mapped[str] = mapped_column(exact_string(8))
    add_time: Mapped[int] = mapped_column(BIGINT)
    last_use: Mapped[int | None] = mapped_column(BIGINT)


class BrokerRegistration(IdColumn, Base):
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


class BrokerQuestion(IdColumn, Base):
    """A question to brokers about their live connections. Kept while somebody waits."""

    __tablename__ = "sys_broker_question"

    cluster_id: Mapped[int] = mapped_column(BIGINT, ForeignKey("res_cluster.id"), index=True)
    asked_time: Mapped[int] = mapped_column(BIGINT)
    principal: Mapped[str | None] = mapped_column(exact_string(128))
    resource: Mapped[str | None] = mapped_column(exact_string(512))
    most: Mapped[int]


class BrokerAnswer(Base):
    """One broker's answer; `connections` is its JSON list."""

    __tablename__ = "sys_broker_answer"

    question_id: Mapped[int] = mapped_column(BIGINT, ForeignKey("sys_broker_question.id"), primary_key=True)
    broker: Mapped[str] = mapped_column(exact_string(256), primary_key=True)
    boot: Mapped[str] = mapped_column(exact_string(64))
    followed: Mapped[bool]
    """False: the broker has no interceptor and does not know its connections."""
    total: Mapped[int] = mapped_column(BIGINT)
    connections: Mapped[str] = mapped_column(Text().with_variant(mysql.MEDIUMTEXT(), "mysql", "mariadb"))
