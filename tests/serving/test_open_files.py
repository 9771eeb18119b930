"""A service takes as many connections as the system allows, not the 1,024 that are usual."""

import resource
from collections.abc import Iterator

import pytest

from app.server import serving


@pytest.fixture
def most() -> Iterator[int]:
    """The hard limit; the soft one is lower."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(before[0], 900), before[1]))
    yield before[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_the_limit_of_open_files_is_the_highest_that_is_allowed(most: int) -> None:
    serving.open_many_files()
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (most, most)


def test_where_the_system_refuses_the_service_starts_all_the_same(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise ValueError("not allowed to raise maximum limit")

    with monkeypatch.context() as patched:
        patched.setattr(resource, "setrlimit", refuse)
        serving.open_many_files()
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[1] == most
