"""PostgreSQL's driver waits for an answer for ever. Here it has a bound, whether the network, the server's machine or
its process is silent, or the statement takes that long."""

from contextlib import suppress
from typing import Any, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.pq import TransactionStatus
from sqlalchemy import Engine, event

RV = TypeVar("RV")
CANCEL_SECONDS = 5


def bound_answers(engine: Engine, seconds: float) -> None:
    """Each connection that this engine makes waits for an answer for so long, then is closed: OperationalError.
    The server is told to end the statement, if it still listens."""

    class BoundedConnection(psycopg.Connection[Any]):
        def wait(self, gen: PQGen[RV], interval: float = 0.1, timeout: float | None = seconds) -> RV:
            try:
                return super().wait(gen, interval, timeout)
            except psycopg.OperationalError:
                if self.pgconn.transaction_status == TransactionStatus.ACTIVE:  # it has not answered
                    with suppress(psycopg.Error):
                        self.cancel_safe(timeout=CANCEL_SECONDS)
                    self.pgconn.finish()  # else to roll back would wait as long again
                raise

    @event.listens_for(engine, "do_connect")
    def on_connect(_dialect: object, _record: object, arguments: list[Any], options: dict[str, Any]) -> Any:
        return BoundedConnection.connect(*arguments, **options)
