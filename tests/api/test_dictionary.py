"""The dictionary tells the console on which level a right is asked about, for its matrix of rights."""

import pytest

from tests.center import Center
from tests.factories import a_user

pytestmark = pytest.mark.any_database


@pytest.mark.parametrize(
    ("authority", "asked_level"),
    [(202, 3), (302, 3), (103, 3), (104, 1), (204, 2), (304, 3), (105, 2), (205, 2), (301, 3), (4, 0)],
)
def test_the_level_on_which_a_right_is_asked_about(center: Center, authority: int, asked_level: int) -> None:
    client = center.with_token(center.make(a_user, "alice"))
    found = {entry["id"]: entry["asked_level"] for entry in client.get("/api/v1/authorities").json()}
    assert found[authority] == asked_level
