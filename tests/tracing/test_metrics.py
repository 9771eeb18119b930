"""By OTLP come the metrics of /metrics: the same names, labels and numbers."""

import math

import pytest
from opentelemetry.proto.metrics.v1.metrics_pb2 import AggregationTemporality, Metric, NumberDataPoint
from opentelemetry.sdk.resources import Resource
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from app.platform.tracing.metrics import converted
from tests.center import Center
from tests.tracing.collector import Collector
from tests.tracing.receiving import Traced

SINCE_START = AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE


def _by_name(collector: Collector) -> dict[str, Metric]:
    return {metric.name: metric for metric in collector.metrics}


def _labels(point: NumberDataPoint) -> dict[str, str]:
    return {attribute.key: attribute.value.string_value for attribute in point.attributes}


def test_all_metrics_of_the_page_are_sent(center: Center, collector: Collector, traced: Traced) -> None:
    with traced(center):
        center.client().get("/api/v1/session")
    found = _by_name(collector)
    page = {metric.name for registry in center.app.state.metrics.registries for metric in registry.collect()}
    assert found.keys() == page
    labels = {"method": "GET", "route": "/api/v1/session", "status": "401"}
    requests = found["puc_requests"].sum
    assert (requests.is_monotonic, requests.aggregation_temporality) == (True, SINCE_START)
    assert [point.as_double for point in requests.data_points if _labels(point) == labels] >= [1.0]


def test_a_histogram_counts_each_bucket_for_itself() -> None:
    registry = CollectorRegistry()
    seconds = Histogram("s", "Seconds", ("route",), buckets=(1, 10), registry=registry)
    for value in (0.5, 0.7, 5, 100):
        seconds.labels("/a").observe(value)
    (metric,) = converted(registry.collect(), Resource({}), 1, 2).resource_metrics[0].scope_metrics[0].metrics
    (point,) = metric.data.data_points
    assert (point.bucket_counts, point.explicit_bounds) == ([2, 1, 1], [1, 10])  # type: ignore[union-attr]
    assert (point.count, point.sum, point.attributes) == (4, 106.2, {"route": "/a"})  # type: ignore[union-attr]


@pytest.mark.parametrize("value", [0.0, -1.5, math.inf])
def test_a_number_stays_what_it_is(value: float) -> None:
    registry = CollectorRegistry()
    Gauge("g", "Of something", registry=registry).set(value)
    Counter("c", "Of others", registry=registry).inc(3)
    metrics = converted(registry.collect(), Resource({}), 1, 2).resource_metrics[0].scope_metrics[0].metrics
    assert {metric.name: [point.value for point in metric.data.data_points] for metric in metrics} == {  # type: ignore[union-attr]
        "g": [value],
        "c": [3.0],
    }
