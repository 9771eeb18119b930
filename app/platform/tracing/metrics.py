"""The metrics of /metrics by OTLP, under the same names, so that dashboards and alarms work with both.

OpenTelemetry has such a bridge for Go (`contrib/bridges/prometheus`), none for Python. Prometheus counts buckets up,
OTLP counts each of its own.
"""

import itertools
import threading
import time
from collections.abc import Iterable, Mapping, Sequence

import structlog
from opentelemetry.sdk.metrics.export import (
    AggregationTemporality,
    Gauge,
    Histogram,
    HistogramDataPoint,
    Metric,
    MetricExporter,
    MetricsData,
    NumberDataPoint,
    ResourceMetrics,
    ScopeMetrics,
    Sum,
)
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.util.instrumentation import InstrumentationScope
from prometheus_client import CollectorRegistry
from prometheus_client import Metric as Family
from prometheus_client.samples import Sample

_log = structlog.get_logger(__name__)
_SCOPE = InstrumentationScope("pulsar-user-center")
_SINCE_START = AggregationTemporality.CUMULATIVE


class MetricsPusher:
    """Sends all metrics every `seconds`, and once more at the end."""

    def __init__(
        self, registries: Sequence[CollectorRegistry], exporter: MetricExporter, resource: Resource, seconds: float
    ) -> None:
        self._registries, self._exporter, self._resource, self._seconds = registries, exporter, resource, seconds
        self._began = time.time_ns()
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, name="metrics", daemon=True)
        self._thread.start()

    def stop(self, seconds: float) -> None:
        """Send once more, and give up after `seconds`: the exporter's own end stops its retries."""
        self._end.set()
        self._thread.join(seconds)
        self._exporter.shutdown()
        self._thread.join(seconds)

    def _run(self) -> None:
        while not self._end.wait(self._seconds):
            self._send()
        self._send()

    def _send(self) -> None:
        try:
            families = itertools.chain.from_iterable(registry.collect() for registry in self._registries)
            self._exporter.export(converted(families, self._resource, self._began, time.time_ns()))
        except Exception:
            _log.exception("the metrics could not be sent")


def converted(families: Iterable[Family], resource: Resource, began: int, now: int) -> MetricsData:
    """All families. Times are in nanoseconds since 1970."""
    metrics = [_metric(family, began, now) for family in families]
    scope = ScopeMetrics(_SCOPE, metrics, "")
    return MetricsData([ResourceMetrics(resource, [scope], "")])


def _metric(family: Family, began: int, now: int) -> Metric:
    data: Sum | Gauge | Histogram
    if family.type == "histogram":
        data = Histogram(list(_histograms(family.samples, began, now)), _SINCE_START)
    elif family.type == "counter":
        total = [sample for sample in family.samples if sample.name.endswith("_total")]
        data = Sum(_numbers(total, began, now), _SINCE_START, is_monotonic=True)
    else:
        data = Gauge(_numbers(family.samples, began, now))
    return Metric(family.name, family.documentation, family.unit or "", data)


def _numbers(samples: Iterable[Sample], began: int, now: int) -> list[NumberDataPoint]:
    return [NumberDataPoint(dict(sample.labels), began, now, sample.value) for sample in samples]


def _histograms(samples: Iterable[Sample], began: int, now: int) -> Iterable[HistogramDataPoint]:
    found: dict[tuple[tuple[str, str], ...], dict[str, float]] = {}
    for sample in samples:
        labels = {label: value for label, value in sample.labels.items() if label != "le"}
        part = sample.labels.get("le", sample.name.rsplit("_", 1)[-1])
        found.setdefault(tuple(labels.items()), {})[part] = sample.value
    return [_histogram(dict(labels), values, began, now) for labels, values in found.items()]


def _histogram(labels: Mapping[str, str], values: dict[str, float], began: int, now: int) -> HistogramDataPoint:
    total, count = values.pop("sum", 0.0), int(values.pop("count", 0))
    values.pop("created", None)
    bounds = sorted(float(bound) for bound in values)
    up = [0, *(int(value) for _, value in sorted((float(bound), value) for bound, value in values.items()))]
    buckets = [later - before for before, later in itertools.pairwise(up)]
    # Neither is known; the encoder leaves None out.
    unknown: float = None  # type: ignore[assignment]
    return HistogramDataPoint(labels, began, now, count, total, buckets, bounds[:-1], unknown, unknown)
