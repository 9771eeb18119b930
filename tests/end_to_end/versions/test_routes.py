"""What the admin API of each Pulsar version declares, against the matrix: classes are read, no broker is started."""

import pytest

from tests.end_to_end.matrix.matrix import broker_routes
from tests.end_to_end.matrix.versions import VersionMatrix, oldest, plain
from tests.end_to_end.versions.class_path import class_path, java
from tests.end_to_end.versions.conftest import VERSIONS

pytestmark = pytest.mark.broker


@pytest.mark.parametrize("version", VERSIONS)
def test_no_route_of_a_version_is_unknown(version: str) -> None:
    routes = broker_routes(class_path(version), java(version))
    assert not oldest(routes), "4.0 is the last version that has the oldest API"
    assert plain(routes) == VersionMatrix(version).whole()
