"""How spans are made while OpenTelemetry is on.

Only `traceparent` is taken and passed on, 55 characters of a fixed form: `tracestate` and `baggage` would carry texts
of strangers to collectors and clusters. Exceptions are told by their type, as their messages hold names.
"""

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager

from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.trace import Span, SpanKind, StatusCode, format_span_id, format_trace_id
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from app.platform.tracing.spans import Attributes

_HEADER = "traceparent"
_w3c = TraceContextTextMapPropagator()


class SpanMaker:
    """Makes spans with one provider."""

    def __init__(self, provider: TracerProvider) -> None:
        self.tracer = provider.get_tracer("pulsar-user-center")

    def server(self, method: str, traceparent: str | None) -> AbstractContextManager[Span]:
        """A request, in the caller's trace if it named one."""
        return self._open(method, SpanKind.SERVER, _context(traceparent), {"http.request.method": method})

    def job(self, name: str, traceparent: str | None) -> AbstractContextManager[Span]:
        """Work of the worker, in the trace of the request that wished for it."""
        return self._open(name, SpanKind.INTERNAL, _context(traceparent), {})

    @contextmanager
    def call(self, name: str, attributes: Attributes) -> Iterator[Span | None]:
        """A call to another machine, below the present span; None when there is none."""
        if not _current_span().get_span_context().is_valid:
            yield None
            return
        with self._open(name, SpanKind.CLIENT, None, attributes) as span:
            yield span

    @contextmanager
    def _open(self, name: str, kind: SpanKind, parent: Context | None, attributes: Attributes) -> Iterator[Span]:
        with self.tracer.start_as_current_span(
            name, parent, kind, attributes, record_exception=False, set_status_on_exception=False
        ) as span:
            try:
                yield span
            except BaseException as error:
                fail(span, type(error).__name__)
                raise

    @staticmethod
    def fail(span: Span) -> None:
        """Mark as failed what answered with an error."""
        span.set_status(StatusCode.ERROR)

    @staticmethod
    def ids() -> Mapping[str, str]:
        """`trace_id` and `span_id` in hexadecimal digits."""
        context = _current_span().get_span_context()
        if not context.is_valid:
            return {}
        return {"trace_id": format_trace_id(context.trace_id), "span_id": format_span_id(context.span_id)}

    @staticmethod
    def traceparent() -> str | None:
        """The present span as a header."""
        carrier: dict[str, str] = {}
        _w3c.inject(carrier)
        return carrier.get(_HEADER)


def fail(span: Span, kind: str) -> None:
    """Mark a span as failed. `kind`: the type of the error, without its message."""
    span.set_attribute("error.type", kind)
    span.set_status(StatusCode.ERROR)


def _current_span() -> Span:
    return trace.get_current_span()


def _context(traceparent: str | None) -> Context:
    """A context with this parent, or with none: whatever is malformed begins a new trace (W3C Trace Context §3.2.2)."""
    return _w3c.extract({_HEADER: traceparent}, Context()) if traceparent else Context()
