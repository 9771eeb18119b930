"""One center for all programs, and a fresh browser for each test."""

from collections.abc import Iterator

import pytest

from tests.end_to_end.relying_parties import signing_in
from tests.end_to_end.relying_parties.signing_in import Browser, SigningCenter


@pytest.fixture(scope="session")
def center(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SigningCenter]:
    """A center with bob."""
    with signing_in.running(tmp_path_factory.mktemp("signing-in")) as found:
        yield found


@pytest.fixture
def browser(center: SigningCenter) -> Iterator[Browser]:
    """The browser of bob."""
    with signing_in.browser_of_bob(center) as found:
        yield found
