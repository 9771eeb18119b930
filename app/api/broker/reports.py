"""What brokers report: the revision that each enforces, at every interval and at once after each change; and which of
its connections are live, when the change feed asks."""

from typing import Annotated

from fastapi import Request, Response
from pydantic import ConfigDict, Field, StringConstraints

from app.api.broker.batches import Batches
from app.api.broker.caller import Calling
from app.api.paging import ApiModel, Body, Printable
from app.api.problems import responses
from app.api.routing import Router
from app.audit.trail.epochs import StateVersion
from app.brokers import live_connections
from app.brokers.credentials import CredentialHolder
from app.brokers.heartbeats import Heartbeat, Report
from app.brokers.live_connections import Connection
from app.platform.clock import now_ms
from app.platform.database import Database
from app.tokens.last_uses import LastUses

router = Router(tags=["broker"])

_REPORTS_A_SECOND = 100
_SHORTEST_MS, _LONGEST_MS = 100, 10_000
Count = Annotated[int, Field(ge=0, le=2**63 - 1)]


class HeartbeatBody(Body):
    """See `app.brokers.heartbeats.Heartbeat`. Unknown fields are ignored, because during an upgrade plugins may be
    newer than the center. Without `kicks` (older plugins) open connections are not known to comply."""

    model_config = ConfigDict(
        extra="ignore",
        json_schema_extra={
            "examples": [
                {
                    "broker": "broker-1.example:8080",
                    "boot": "6f1c2d9e",
                    "plugin": "0.1.0",
                    "pulsar": "4.0.8",
                    "revision": 42,
                    "snapshot_at": 1790000000000,
                    "events_written": 1200,
                    "events_dropped": 0,
                    "connections": 17,
                    "max_age_seconds": 86400,
                    "leaving": False,
                    "mode": "enforce",
                    "service": "broker",
                    "kicks": True,
                    "limits": ["prefix", "subscriptions"],
                    "drops": {"queue_full": 0},
                }
            ]
        },
    )

    broker: Annotated[str, StringConstraints(min_length=1, max_length=256), Printable]
    boot: Annotated[str, StringConstraints(min_length=1, max_length=64), Printable]
    plugin: Annotated[str, StringConstraints(max_length=64), Printable]
    pulsar: Annotated[str, StringConstraints(max_length=64), Printable]
    revision: Count
    snapshot_at: Count
    events_written: Count
    events_dropped: Count
    connections: Count
    epoch: Annotated[str, StringConstraints(max_length=32), Printable] | None = None
    mark: Annotated[str, StringConstraints(max_length=64), Printable] | None = None
    source: Annotated[str, StringConstraints(max_length=256), Printable] | None = None
    max_age_seconds: Count = 86_400
    leaving: bool = False
    mode: Annotated[str, StringConstraints(max_length=32), Printable] = "enforce"
    service: Annotated[str, StringConstraints(min_length=1, max_length=32), Printable] = "broker"
    kicks: bool = False
    limits: list[Annotated[str, StringConstraints(max_length=32, pattern="^[a-z_]+$")]] = Field(
        default=[], max_length=8, description="The limits of grants that the plugin knows; it denies by others."
    )
    drops: dict[Annotated[str, StringConstraints(max_length=32, pattern="^[a-z_]+$")], Count] = Field(
        default_factory=dict, max_length=16
    )

    used: list[Annotated[str, StringConstraints(min_length=1, max_length=64), Printable]] = Field(
        default=[], max_length=500, description="Ids of tokens that signed in since the last report."
    )


class HeartbeatAnswer(ApiModel):
    """The newest revision, and when to report again. `pause_ms`: how long to wait after a report that followed a
    change."""

    revision: int
    epoch: str | None
    interval_seconds: int
    pause_ms: int


@router.post("/heartbeat", summary="Report what a broker enforces")
async def heartbeat(request: Request, cluster: Calling, body: HeartbeatBody) -> HeartbeatAnswer:
    """Store the report and answer when it is stored. Reports that arrive together share one transaction."""
    state = request.app.state
    taken: Batches[Report, StateVersion] = state.heartbeats
    newest = await taken.ask(report_of(cluster, body, state.last_uses))
    return HeartbeatAnswer(
        revision=newest.revision,
        epoch=newest.epoch,
        interval_seconds=state.settings.heartbeat_seconds,
        pause_ms=_pause(state.feed.listening),
    )


def report_of(cluster: CredentialHolder, body: HeartbeatBody, uses: LastUses) -> Report:
    """The report that has arrived now. Notes the uses of tokens."""
    now = now_ms()
    # An unknown mode is treated as observing: it is no promise that the rights are enforced.
    beat = Heartbeat(**body.model_dump(exclude={"mode", "used"}), observing=body.mode != "enforce")
    for jti in body.used:
        uses.token(jti, now)
    return Report(cluster.cluster_id, cluster.credential_id, beat, now)


def _pause(brokers: int) -> int:
    """Milliseconds: ten reports a second of one broker, a hundred of all that follow this instance (decision 0102)."""
    return max(_SHORTEST_MS, min(_LONGEST_MS, brokers * 1000 // _REPORTS_A_SECOND))


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
