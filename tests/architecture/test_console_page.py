"""The table of screens and operations (docs/console.md) passes nothing over."""

import pytest

from tests.architecture import console_page
from tests.architecture.console_calls import calls_from


def test_an_operation_without_screen_and_reason_is_refused() -> None:
    with pytest.raises(ValueError, match="POST /oauth2/token"):
        console_page.page({})


@pytest.mark.parametrize(
    ("screen", "operation"),
    [
        ("/resources/:type/:id/policies", "POST /api/v1/topics/{topic_id}/encryption-keys"),  # a path that is made
        ("/resources/:type/:id/live", "POST /api/v1/topics/{topic_id}/live/subscriptions/skip"),  # by its kind
        ("/trail", "GET /api/v1/trail/table"),  # a link
        ("/users/:id/credentials", "GET /api/v1/users/{user_id}/keys"),  # below another screen
        ("/register/status", "POST /api/v1/registrations/status"),  # without a session
    ],
)
def test_it_finds_calls_however_they_are_written(screen: str, operation: str) -> None:
    assert operation in calls_from(console_page.screens()[screen])


def test_a_screen_does_not_get_the_calls_of_another_one() -> None:
    sent = calls_from(console_page.screens()["/groups"])
    assert "POST /api/v1/groups" in sent
    assert "POST /api/v1/roles" not in sent
