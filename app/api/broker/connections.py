"""POST /connections: a broker's answer to a question about its live connections from the change feed."""

from typing import Annotated

from fastapi import Request, Response
from pydantic import ConfigDict, Field, StringConstraints

from app.api.broker.caller import Calling
from app.api.paging import Body, Printable
from app.api.problems import responses
from app.api.routing import Router
from app.brokers import live_connections
from app.brokers.live_connections import Connection
from app.platform.database import Database

router = Router(tags=["broker"])
Count = Annotated[int, Field(ge=0, le=2**63 - 1)]


class ConnectionsBody(Body):
    """The answer to a question of the change feed. `total` includes connections that are not listed; `followed` is
    false when the broker runs without the interceptor and does not know its connections."""

    model_config = ConfigDict(
        extra="ignore",
        json_schema_extra={
            "examples": [
                {
                    "question": 7,
                    "broker": "broker-1.example:8080",
                    "boot": "6f1c2d9e",
                    "total": 1,
                    "connections": [
                        {
                            "kind": "producer",
                            "principal": "orders-producer",
                            "address": "10.0.0.7:50123",
                            "since": 1790000000000,
                            "topic": "persistent://acme/orders/created-partition-0",
                            "name": "standalone-0-1",
                        }
                    ],
                }
            ]
        },
    )

    question: Count
    broker: Annotated[str, StringConstraints(min_length=1, max_length=256), Printable]
    boot: Annotated[str, StringConstraints(min_length=1, max_length=64), Printable]
    followed: bool = True
    total: Count
    connections: Annotated[list[Connection], Field(max_length=live_connections.MOST)]


@router.post(
    "/connections",
    status_code=204,
    response_class=Response,
    summary="Answer which connections are live",
    responses=responses(404),
)
def connections(request: Request, cluster: Calling, body: ConnectionsBody) -> None:
    """Store one broker's answer. 404 when nobody waits for it any more."""
    database: Database = request.app.state.database
    answer = live_connections.BrokerConnections(body.broker, body.boot, body.followed, body.total, body.connections)
    with database.writing() as session:
        live_connections.answer(session, cluster.cluster_id, body.question, answer)
    request.app.state.answers.wake()
