"""Starts and ends OpenTelemetry. Only this module says whether its SDK is imported.

Where to send, with which headers, how much is sampled and how often: OpenTelemetry's own variables `OTEL_…`
(docs/operators/tracing.md). FastAPI's own telemetry stays off, as it would send paths, queries and messages of errors.
"""

import logging
import os
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from app.platform.settings import Settings
from app.platform.tracing import spans

if TYPE_CHECKING:
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SpanExporter
    from prometheus_client import CollectorRegistry
    from sqlalchemy import Engine

_SERVICE = "pulsar-user-center"
_ENDPOINTS = tuple(f"OTEL_EXPORTER_OTLP_{which}ENDPOINT" for which in ("", "TRACES_", "METRICS_"))
_PROTOCOLS = tuple(f"OTEL_EXPORTER_OTLP_{which}PROTOCOL" for which in ("", "TRACES_", "METRICS_"))
_PROTOCOL = "http/protobuf"
_EXPORTERS = ("OTEL_TRACES_EXPORTER", "OTEL_METRICS_EXPORTER")
_INTERVAL = "OTEL_METRIC_EXPORT_INTERVAL"
END_SECONDS = 2.0
"""How long a collector that does not answer may delay the end of the process, for traces and for metrics."""


def problems(settings: Settings, environment: Mapping[str, str]) -> list[str]:
    """What the center can't do, as sentences; no value is told, as an address may hold a password."""
    if settings.opentelemetry == "off":
        return []
    return [
        *(
            f"{name} is not {_PROTOCOL}: the center speaks no other protocol"
            for name in _PROTOCOLS
            if environment.get(name, _PROTOCOL) != _PROTOCOL
        ),
        *(
            f"{name} is neither otlp nor none"
            for name in _EXPORTERS
            if environment.get(name, "otlp") not in ("otlp", "none")
        ),
        *(
            f"{name} is no address such as http://collector:4318; passwords go to OTEL_EXPORTER_OTLP_HEADERS"
            for name in _ENDPOINTS
            if name in environment and not _is_address(environment[name])
        ),
        *([f"{_INTERVAL} is no number of milliseconds"] if not environment.get(_INTERVAL, "1").isdigit() else []),
    ]


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname) and "@" not in parts.netloc


@contextmanager
def exporting(
    settings: Settings, engine: "Engine", registries: Sequence["CollectorRegistry"], version: str
) -> Iterator[None]:
    """Export during the block as the settings and `OTEL_…` say. Switched off, it does nothing and costs nothing.
    Without `registries` another process of this center sends the metrics."""
    if settings.opentelemetry == "off" or os.environ.get("OTEL_SDK_DISABLED", "").lower() == "true":
        yield
        return
    logging.getLogger("opentelemetry.exporter").setLevel(logging.ERROR)  # else a line for each try of each batch
    resource = _resource(version)
    with ExitStack() as ending:
        if _is_sent("OTEL_TRACES_EXPORTER"):
            _trace(ending, resource, engine)
        if registries and _is_sent("OTEL_METRICS_EXPORTER"):
            _push(ending, resource, registries)
        yield


def _resource(version: str) -> "Resource":
    from opentelemetry.sdk.resources import Resource

    name = os.environ.get("OTEL_SERVICE_NAME", _SERVICE)
    return Resource.create({"service.name": name, "service.version": version})


def _is_sent(variable: str) -> bool:
    return os.environ.get(variable, "otlp") == "otlp"


def _trace(stack: ExitStack, resource: "Resource", engine: "Engine") -> None:
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    from app.platform.tracing.span_maker import SpanMaker
    from app.platform.tracing.statements import Statements

    provider = TracerProvider(resource=resource, shutdown_on_exit=False)
    exporter = OTLPSpanExporter()
    provider.add_span_processor(BatchSpanProcessor(exporter))
    stack.callback(_end, provider, exporter)
    running = SpanMaker(provider)
    stack.callback(Statements(running, engine).stop)
    spans.use(running)
    stack.callback(spans.use, None)


def _end(provider: "TracerProvider", exporter: "SpanExporter") -> None:
    """Send what is left. The exporter's own end stops its repeating."""
    last = threading.Thread(target=provider.shutdown, name="last spans", daemon=True)
    last.start()
    last.join(END_SECONDS)
    if last.is_alive():
        exporter.shutdown()
        last.join(END_SECONDS)


def _push(stack: ExitStack, resource: "Resource", registries: Sequence["CollectorRegistry"]) -> None:
    from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter

    from app.platform.tracing.metrics import MetricsPusher

    seconds = int(os.environ.get(_INTERVAL, "60000")) / 1000
    stack.callback(MetricsPusher(registries, OTLPMetricExporter(), resource, seconds).stop, END_SECONDS)
