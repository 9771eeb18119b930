"""Off by default, and then nothing of it is loaded. On by one setting; what the center can't do refuses the start."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from app.platform.settings import Settings
from app.platform.tracing.exporting import problems
from tests.end_to_end.center.process import CenterProcess
from tests.end_to_end.waiting import wait_until
from tests.tracing.collector import Collector, collecting

_LOADED = """
import sys
from app.server import serving
from app.server.main import create_app
from app.platform.settings import Settings
app = create_app(Settings(database_url="sqlite://", issuer="http://127.0.0.1", opentelemetry="{}"))
with serving.exporting(app.state.settings, app.state.database.engine, app.state.metrics.registries, "1"):
    print(*sorted({{".".join(one.split(".")[:2]) for one in sys.modules}} & {{"opentelemetry.sdk",
        "opentelemetry.exporter", "opentelemetry.proto", "google.protobuf", "requests.api"}}))
"""


@pytest.mark.parametrize(("setting", "loaded"), [("off", ""), ("on", "google.protobuf opentelemetry.exporter")])
def test_packages_are_loaded_only_when_tracing_is_on(setting: str, loaded: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _LOADED.format(setting)],
        env={**os.environ, "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1", "OTEL_METRICS_EXPORTER": "none"},
        capture_output=True,
        text=True,
        timeout=250,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == loaded or (loaded and done.stdout.startswith(loaded))


@pytest.fixture
def collector() -> Iterator[Collector]:
    with collecting() as made:
        yield made


def test_a_center_of_its_own_sends_spans_and_metrics(tmp_path: Path, collector: Collector) -> None:
    """The framework's own telemetry, which contains queries, is left out, although its variable asks for it."""
    variables = {"OTEL_EXPORTER_OTLP_ENDPOINT": collector.url, "OTEL_SERVICE_NAME": "center-1"}
    variables |= {"OTEL_BSP_SCHEDULE_DELAY": "100", "OTEL_METRIC_EXPORT_INTERVAL": "500"}
    center = CenterProcess(tmp_path, PUC_OPENTELEMETRY="on", FASTAPI_OTEL_AUTO_CONFIGURE="true", **variables)
    try:
        center.start()
        httpx.get(f"{center.url}/api/v1/session?password=canary", timeout=60)
        wait_until("spans and metrics", lambda: collector.spans and collector.metrics, seconds=60)
    finally:
        center.stop()
    assert "GET /api/v1/session" in [span.name for span in collector.spans]
    assert "puc_requests" in [metric.name for metric in collector.metrics]
    assert collector.services == {"center-1"}
    assert collector.scopes == {"pulsar-user-center"}
    assert not any(b"canary" in body for body in collector.bodies)


WRONG = {
    "another protocol": {"OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"},
    "of one signal": {"OTEL_EXPORTER_OTLP_METRICS_PROTOCOL": "http/json"},
    "another exporter": {"OTEL_TRACES_EXPORTER": "zipkin"},
    "no address": {"OTEL_EXPORTER_OTLP_ENDPOINT": "collector:4318"},
    "a password": {"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "https://user:canary@collector:4318"},
    "no number": {"OTEL_METRIC_EXPORT_INTERVAL": "canary"},
}


@pytest.mark.parametrize("case", WRONG)
def test_an_impossible_setting_is_named_without_its_value(case: str) -> None:
    on = Settings(opentelemetry="on")
    (said,) = problems(on, WRONG[case])
    assert said.startswith(next(iter(WRONG[case])))
    assert "canary" not in said
    assert problems(Settings(), WRONG[case]) == []
    assert problems(on, {"OTEL_EXPORTER_OTLP_ENDPOINT": "https://collector:4318"}) == []
