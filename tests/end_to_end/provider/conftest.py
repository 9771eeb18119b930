"""One Keycloak for all tests of this folder, and a center with its console."""

from collections.abc import Iterator

import pytest

from tests.center import Server
from tests.end_to_end.center.process import CenterProcess
from tests.end_to_end.provider import keycloak

_CONSOLE = "console/dist"


@pytest.fixture(scope="session")
def process(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Iterator[CenterProcess]:
    """A center whose passwords are for administrators. It runs when a test starts it."""
    console = pytestconfig.rootpath / _CONSOLE
    assert (console / "index.html").is_file(), "console/dist is not built"
    settings = {
        "PUC_CONSOLE_DIRECTORY": str(console),
        "PUC_PROVIDER_ADDRESSES": "127.0.0.1",
        "PUC_LOCAL_SIGN_IN": "administrators",
    }
    made = CenterProcess(tmp_path_factory.mktemp("people"), **settings)
    yield made
    made.stop()


@pytest.fixture(scope="session")
def issuer(
    server: tuple[Server, str], process: CenterProcess, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """Keycloak, which knows both centers."""
    addresses = [f"{url}/sign-in/company" for url in (server[1], process.url)]
    with keycloak.running(tmp_path_factory.mktemp("provider"), addresses) as found:
        yield found
