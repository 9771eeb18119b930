"""A span for each statement below a request or a job: its verb and its tables, never its text or parameters.

SQLAlchemy's instrumentation for OpenTelemetry is in beta, and writes the whole text of each statement: some thousand
characters, tens of times a request.
"""

import re
from functools import lru_cache
from typing import Any

from opentelemetry import trace
from opentelemetry.trace import Span, SpanKind
from sqlalchemy import Engine, event
from sqlalchemy.engine import ExceptionContext

from app.platform.tracing.span_maker import SpanMaker, fail

_TABLES = re.compile(r"\b(?:FROM|JOIN|INTO|UPDATE) +[\"`]?([a-z][a-z0-9_]*)")
_TEXTS = re.compile(r"'[^']*'")
"""Few statements have texts in them; what they say is nobody's business."""
_MOST_TABLES = 4
_SPAN = "_span_of_statement"
_SYSTEMS = {"mysql": "mysql", "mariadb": "mariadb", "postgresql": "postgresql", "sqlite": "sqlite"}


@lru_cache(1024)
def summary(statement: str) -> str:
    """As OpenTelemetry's `db.query.summary`: `SELECT res_topic sys_user`. Words of the schema only."""
    verb = statement.lstrip().split(maxsplit=1)[0] if statement.strip() else ""
    tables = list(dict.fromkeys(_TABLES.findall(_TEXTS.sub("''", statement))))[:_MOST_TABLES]
    return " ".join([verb.upper() if verb.isalpha() else "OTHER", *tables])


class Statements:
    """Watches one engine; `stop` ends it."""

    def __init__(self, running: SpanMaker, engine: Engine) -> None:
        self._tracer, self._engine = running.tracer, engine
        self._system = _SYSTEMS.get(engine.dialect.name, "other_sql")
        self._listening = (
            ("before_cursor_execute", self._begin),
            ("after_cursor_execute", self._end),
            ("handle_error", self._failed),
        )
        for moment, listener in self._listening:
            event.listen(engine, moment, listener)

    def stop(self) -> None:
        """From now on no spans are made."""
        for moment, listener in self._listening:
            event.remove(self._engine, moment, listener)

    def _begin(
        self, _connection: object, _cursor: object, statement: str, _parameters: object, context: Any, many: bool
    ) -> None:
        if context is None or not trace.get_current_span().is_recording():
            return
        name = summary(statement)
        attributes: dict[str, str | bool] = {"db.system.name": self._system, "db.query.summary": name}
        if many:
            attributes["puc.many_rows"] = True
        setattr(context, _SPAN, self._tracer.start_span(name, kind=SpanKind.CLIENT, attributes=attributes))

    def _end(
        self, _connection: object, _cursor: object, _statement: str, _values: object, context: Any, _: bool
    ) -> None:
        if (span := _take_span(context)) is not None:
            span.end()

    def _failed(self, failure: ExceptionContext) -> None:
        if (span := _take_span(failure.execution_context)) is not None:
            fail(span, type(failure.original_exception).__name__)
            span.end()


def _take_span(context: Any) -> Span | None:
    found: Span | None = vars(context).pop(_SPAN, None) if context is not None else None
    return found
