"""Which connections are open: the center asks over the change feed, and brokers answer by HTTP calls (decision 0028).

A question is a row while somebody waits for it. Every instance of the center passes it on to the brokers that listen to
that instance, and accepts answers for questions of any other.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter
from sqlalchemy import ColumnElement, delete, func, select
from sqlalchemy.orm import Session

from app.brokers.models import BrokerAnswer, BrokerQuestion
from app.platform.errors import NotFound

MOST = 200
"""Connections that the center lists at most, and so does each broker."""
_AT_ONCE = 500
KEPT_MS = 60_000
"""After this time a question has nobody who waits: the process that asked was killed."""


_Text = Annotated[str, StringConstraints(max_length=1024)]
"""A name chosen by a client; may contain any character."""


class Connection(BaseModel):
    """A producer or consumer, or a connection without either. `since` is epoch ms; `via` is the proxy."""

    model_config = ConfigDict(extra="ignore", strict=True)

    kind: Annotated[str, StringConstraints(pattern="^(producer|consumer|connection)$")]
    principal: _Text | None = None
    via: _Text | None = None
    address: _Text | None = None
    since: Annotated[int, Field(ge=0, le=2**63 - 1)]
    topic: _Text | None = None
    name: _Text | None = None
    subscription: _Text | None = None
    subscription_type: _Text | None = None


_LISTED = TypeAdapter(list[Connection])


@dataclass(frozen=True, slots=True)
class BrokerConnections:
    """What one broker answers about itself. `total` includes the connections that it did not list."""

    broker: str
    boot: str
    followed: bool
    total: int
    connections: list[Connection]


def ask(
    session: Session, cluster_id: int, principal: str | None, resource: str | None, limit: int, now: int
) -> BrokerQuestion:
    """Store a question, which the change feed passes on. Also deletes old questions."""
    prune(session, now)
    question = BrokerQuestion(cluster_id=cluster_id, asked_time=now, principal=principal, resource=resource, most=limit)
    session.add(question)
    session.flush()
    return question


def answer(session: Session, cluster_id: int, question_id: int, connections: BrokerConnections) -> None:
    """Store a broker's answer; only its first counts. Raises NotFound when nobody waits for it any more."""
    question = session.get(BrokerQuestion, question_id)
    if question is None or question.cluster_id != cluster_id:
        raise NotFound("There is no such question.")
    if session.get(BrokerAnswer, (question_id, connections.broker)) is None:
        session.add(
            BrokerAnswer(
                question_id=question_id,
                broker=connections.broker,
                boot=connections.boot,
                followed=connections.followed,
                total=connections.total,
                connections=_LISTED.dump_json(connections.connections[: question.most]).decode(),
            )
        )
        session.flush()


def answers(session: Session, question_ids: Collection[int]) -> dict[int, list[BrokerConnections]]:
    """The answers so far, by question id."""
    found: dict[int, list[BrokerConnections]] = {question_id: [] for question_id in question_ids}
    query = select(BrokerAnswer).where(BrokerAnswer.question_id.in_(question_ids)).order_by(BrokerAnswer.broker)
    for row in session.scalars(query):
        listed = _LISTED.validate_json(row.connections)
        found[row.question_id].append(BrokerConnections(row.broker, row.boot, row.followed, row.total, listed))
    return found


def questions_after(session: Session, number: int) -> list[BrokerQuestion]:
    """The questions with larger ids, ascending."""
    return list(session.scalars(select(BrokerQuestion).where(BrokerQuestion.id > number).order_by(BrokerQuestion.id)))


def values(question: BrokerQuestion) -> dict[str, object]:
    """The question as the change feed passes it on."""
    return {
        "id": question.id,
        "principal": question.principal,
        "resource": question.resource,
        "most": question.most,
    }


def newest(session: Session) -> int:
    """Id of the newest question, or 0."""
    return session.scalar(select(func.max(BrokerQuestion.id))) or 0


def is_old(session: Session, now: int) -> bool:
    """True when there is a question older than `KEPT_MS`."""
    old = select(BrokerQuestion.id).where(BrokerQuestion.asked_time < now - KEPT_MS).limit(1)
    return session.scalar(old) is not None


def prune(session: Session, now: int) -> None:
    """Delete the questions older than `KEPT_MS`."""
    _forget(session, BrokerQuestion.asked_time < now - KEPT_MS)


def forget(session: Session, question_id: int) -> None:
    """Delete a question when nobody waits for it any more."""
    _forget(session, BrokerQuestion.id == question_id)


def forget_cluster(session: Session, cluster_id: int) -> None:
    """Delete the questions of a cluster that is about to be deleted."""
    _forget(session, BrokerQuestion.cluster_id == cluster_id)


def _forget(session: Session, condition: ColumnElement[bool]) -> None:
    # Delete by id: with another condition MariaDB would lock out others who ask, while it searches.
    numbers = session.scalars(select(BrokerQuestion.id).where(condition)).all()
    for start in range(0, len(numbers), _AT_ONCE):
        part = numbers[start : start + _AT_ONCE]
        session.execute(delete(BrokerAnswer).where(BrokerAnswer.question_id.in_(part)))
        session.execute(delete(BrokerQuestion).where(BrokerQuestion.id.in_(part)))
