"""A receiver of OTLP over HTTP, which reads it with OpenTelemetry's own protocol package."""

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from typing import Any

from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.metrics.v1.metrics_pb2 import Metric
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from tests import http_servers


class Collector:
    """What came: `bodies` as bytes, `spans`, `metrics` of the last time, and facts of the service."""

    def __init__(self) -> None:
        self.url = ""
        self.bodies: list[bytes] = []
        self.spans: list[Span] = []
        self.metrics: list[Metric] = []
        self.services: set[str] = set()
        self.scopes: set[str] = set()

    def take(self, path: str, body: bytes) -> None:
        """One request."""
        self.bodies.append(body)
        if path == "/v1/traces":
            self._take_spans(ExportTraceServiceRequest.FromString(body))
        elif path == "/v1/metrics":
            found = ExportMetricsServiceRequest.FromString(body)
            self.metrics = [
                metric for r in found.resource_metrics for scope in r.scope_metrics for metric in scope.metrics
            ]

    def _take_spans(self, request: ExportTraceServiceRequest) -> None:
        for resource in request.resource_spans:
            self.services |= {
                attribute.value.string_value
                for attribute in resource.resource.attributes
                if attribute.key == "service.name"
            }
            for scope in resource.scope_spans:
                self.scopes.add(scope.scope.name)
                self.spans += scope.spans

    def all_content(self) -> str:
        """All that spans and metrics say, but their times and ids."""
        said = set()
        for span in self.spans:
            for name in ("trace_id", "span_id", "parent_span_id", "start_time_unix_nano", "end_time_unix_nano"):
                span.ClearField(name)
            said.add(str(span))
        return "".join([*said, *map(str, self.metrics)])

    def span_named(self, name: str) -> Span:
        """The only span with this name."""
        (found,) = [span for span in self.spans if span.name == name]
        return found

    def below(self, parent: Span) -> list[Span]:
        """Its children, as they began."""
        found = [span for span in self.spans if span.parent_span_id == parent.span_id]
        return sorted(found, key=lambda span: span.start_time_unix_nano)


def attributes(span: Span) -> dict[str, Any]:
    """Its attributes as Python's values."""
    return {
        attribute.key: getattr(attribute.value, attribute.value.WhichOneof("value") or "")
        for attribute in span.attributes
    }


@contextmanager
def collecting() -> Iterator[Collector]:
    """A collector on loopback."""
    made = Collector()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            made.take(self.path, gzip.decompress(body) if self.headers.get("content-encoding") == "gzip" else body)
            self.send_response(200)
            self.send_header("content-length", "0")
            self.end_headers()

    with http_servers.serving(Handler) as port:
        made.url = f"http://127.0.0.1:{port}"
        yield made
