"""Which metrics center and plugin really export, and which of them a query names."""

import re
from collections.abc import Iterable
from pathlib import Path

from prometheus_client import CollectorRegistry

TOP = Path(__file__).parents[2]
_PLUGIN = TOP / "pulsar_plugins/broker/src/main/java/io/github/pulsarusercenter/metrics/PluginMetrics.java"
_OF_PROMETHEUS = {"up"}
_SUFFIXES = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}
_BUILT = re.compile(r"(Counter|Gauge|Histogram)\.build\(\s*\"(\w+)\"")
_NAME = re.compile(r"\b(?:puc|pulsar_user_center)_\w+|\bup\b")


def series_of_the_center(registries: Iterable[CollectorRegistry]) -> dict[str, set[str]]:
    """Metric → the names of its series, also of those that have no sample now."""
    return dict(_series(family.name, family.type) for registry in registries for family in registry.collect())


def series_of_the_plugin() -> dict[str, set[str]]:
    """Those that its source registers: it has one place for them."""
    return dict(_series(base, kind.lower()) for kind, base in _BUILT.findall(_PLUGIN.read_text(encoding="utf-8")))


def _series(name: str, kind: str) -> tuple[str, set[str]]:
    series = {name + suffix for suffix in _SUFFIXES.get(kind, ("",))}
    return (f"{name}_total" if kind == "counter" else name), series


def series_in(query: str) -> set[str]:
    """The series in a query of PromQL."""
    return set(_NAME.findall(query)) - _OF_PROMETHEUS
