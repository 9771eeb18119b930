"""Fixtures: an estate with a fake cluster, the whole log, a collector."""

from tests.api.conftest import estate
from tests.security.conftest import whole_log
from tests.tracing.receiving import collector, traced

__all__ = ["collector", "estate", "traced", "whole_log"]
