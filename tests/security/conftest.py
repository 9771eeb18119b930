"""Fixtures: the whole log, an estate, a built console."""

import logging
from collections.abc import Iterator

import pytest
from fastapi import FastAPI

from app.api.edge import REQUESTS
from tests.api.conftest import console_app, estate
from tests.tracing.receiving import collector, traced

__all__ = ["collector", "console_app", "estate", "traced"]


@pytest.fixture
def whole_log(built_app: FastAPI) -> Iterator[None]:
    """Lines of every level, also of each request, but those of the test's own HTTP client."""
    assert built_app
    levels = {"": logging.DEBUG, REQUESTS: logging.DEBUG, "httpx": logging.WARNING, "httpcore": logging.WARNING}
    before = {name: logging.getLogger(name).level for name in levels}
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)
    yield
    for name, level in before.items():
        logging.getLogger(name).setLevel(level)
