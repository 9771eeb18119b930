"""Fixtures: a collector, and OpenTelemetry that is on for a block."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import pytest

from app.platform.tracing import exporting
from tests.center import Center
from tests.tracing.collector import Collector, collecting

Traced = Callable[[Center], AbstractContextManager[None]]


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    """It is where the environment says that spans and metrics go."""
    with collecting() as made:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", made.url)
        yield made


@pytest.fixture
def traced(collector: Collector, monkeypatch: pytest.MonkeyPatch) -> Traced:
    """On during the block; at its end everything has arrived, however slow the machine is."""
    assert collector.url
    monkeypatch.setattr(exporting, "END_SECONDS", 120.0)

    def on(center: Center) -> AbstractContextManager[None]:
        settings = center.settings.model_copy(update={"opentelemetry": "on"})
        return exporting.exporting(settings, center.database.engine, center.app.state.metrics.registries, "0.1.0")

    return on
