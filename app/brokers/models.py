"""Tables for brokers: plugin credentials of clusters, questions about connections."""

from sqlalchemy import ForeignKey, Text
from sqlalchemy.dialects import mysql
from sqlalchemy.orm import Mapped, mapped_column

from app.platform.database import BIGINT, Base, Numbered, exact_string


class ClusterCredential(Numbered, Base):
    """A secret that opens /api/broker/v1 for one cluster; two may be valid at a time, for rotation."""

    __tablename__ = "sys_cluster_credential"

    cluster_id: Mapped[int] = mapped_column(BIGINT, ForeignKey("res_cluster.id"), index=True)
    secret_hash: Mapped[str] = mapped_column(exact_string(64), unique=True)
    hint: Mapped[str] = mapped_column(exact_string(8))
    add_time: Mapped[int] = mapped_column(BIGINT)
    last_use: Mapped[int | None] = mapped_column(BIGINT)


class BrokerQuestion(Numbered, Base):
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
