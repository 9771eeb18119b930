"""Spans around what takes time. Each function does nothing until `exporting` has started OpenTelemetry.

A trace begins with a request or a job of the worker. Statements and calls are spans only below one: the worker's
looking for work every second would be thousands of traces about nothing.
"""

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from opentelemetry import trace

    from app.platform.tracing.span_maker import SpanMaker

Attributes = Mapping[str, str | int]
Span: TypeAlias = "trace.Span | None"
"""None while OpenTelemetry is off, and for a call outside of a request or a job."""
NOTHING: AbstractContextManager[Span] = nullcontext(None)
_NO_IDS: Mapping[str, str] = {}
_running: "SpanMaker | None" = None


def use(running: "SpanMaker | None") -> None:
    """From now on spans are made by `running`; None: nowhere."""
    global _running
    _running = running


def request(method: str, headers: Iterable[tuple[bytes, bytes]]) -> AbstractContextManager[Span]:
    """The span of a request to the center. It continues the caller's trace (W3C Trace Context, `traceparent`)."""
    if _running is None:
        return NOTHING
    parents = [value for header, value in headers if header == b"traceparent"]
    parent = parents[0].decode("latin-1") if len(parents) == 1 else None
    return _running.server(method, parent)


def job(name: str, parent: str | None = None) -> AbstractContextManager[Span]:
    """The span of work that no request waits for. `parent`: the `traceparent` of the request that wished for it."""
    return NOTHING if _running is None else _running.job(name, parent)


def call(name: str, attributes: Attributes) -> AbstractContextManager[Span]:
    """The span of a call to another machine. Only below another span."""
    return NOTHING if _running is None else _running.call(name, attributes)


def say(span: Span, attributes: Attributes, *, name: str | None = None, failed: bool = False) -> None:
    """Add attributes that are known only at the end."""
    if span is None or _running is None:
        return
    span.set_attributes(attributes)
    if name is not None:
        span.update_name(name)
    if failed:
        _running.fail(span)


def ids() -> Mapping[str, str]:
    """`trace_id` and `span_id` for a log line; empty outside of a span."""
    return _NO_IDS if _running is None else _running.ids()


def traceparent() -> str | None:
    """The present span for another machine, as W3C Trace Context writes it; None outside of a span."""
    return None if _running is None else _running.traceparent()
