"""Changes of a user while its password is compared count for the session that would begin."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.identity import credentials, delays, password_hashes, users
from app.identity.delays import PasswordAttempt
from app.identity.models import AddressDelay, ConsoleSession
from app.platform.clock import now_ms
from app.platform.settings import Settings
from tests.api.statements import statements
from tests.api.test_session import sign_in
from tests.center import Center
from tests.factories import PASSWORD, a_user, password_of, the_user

Change = Callable[[Session], object]


def _disable(name: str) -> Change:
    return lambda session: users.change(session, "test", the_user(session, name), status="disabled")


def _limit(name: str) -> Change:
    return lambda session: setattr(the_user(session, name), "cidrs", ("10.0.0.0/8",))


def _change_password(name: str) -> Change:
    return lambda session: credentials.change_password(session, the_user(session, name), "another hash")


def _guess(_: str) -> Change:
    def guess(session: Session) -> None:
        for _ in range(delays.FREE_FOR_NAME + 1):
            delays.count_failure(session, PasswordAttempt("sub", "127.0.0.1"), now_ms())
            session.flush()

    return guess


@pytest.fixture
def sub(center: Center) -> str:
    main = center.make(a_user, "main")
    center.make(a_user, "sub", parent=main)
    center.make(password_of, center.settings, "sub")
    return "sub"


@pytest.mark.parametrize(
    ("meanwhile", "status", "code"),
    [
        (_disable("sub"), 401, "invalid_credentials"),
        (_disable("main"), 401, "invalid_credentials"),
        (_limit("sub"), 401, "invalid_credentials"),
        (_limit("main"), 401, "invalid_credentials"),
        (_change_password("sub"), 401, "invalid_credentials"),
        (_guess("sub"), 429, "too_many_attempts"),
    ],
    ids=["disabled", "main account disabled", "limited", "main account limited", "other password", "guessed"],
)
@pytest.mark.parametrize("known", [True, False], ids=["from a known place", "from a new place"])
def test_no_session_begins_after_a_change_meanwhile(
    center: Center,
    sub: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    known: bool,
    meanwhile: Change,
    status: int,
    code: str,
) -> None:
    """The session would open when the user is enabled again."""
    if known:
        assert sign_in(center.client(), sub, PASSWORD).status_code == 200
    before = center.read(lambda session: set(session.scalars(select(ConsoleSession.id))))
    compare = password_hashes.compare

    def compare_and_change(settings: Settings, *values: Any) -> tuple[bool, str | None]:
        found = compare(settings, *values)
        center.make(meanwhile)
        return found

    monkeypatch.setattr(password_hashes, "compare", compare_and_change)
    capsys.readouterr()
    answer = sign_in(center.client(), sub, PASSWORD)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert '"signed in"' not in capsys.readouterr().err
    assert center.read(lambda session: set(session.scalars(select(ConsoleSession.id)))) <= before, "none has begun"


def test_a_client_secret_in_the_console_counts_as_no_guess(center: Center, sub: str) -> None:
    """It cannot be guessed, and a service that uses it by mistake is not delayed."""
    for _ in range(delays.FREE_FOR_NAME + 2):
        assert sign_in(center.client(), sub, "puc_secret_" + "a" * 43).status_code == 401
    assert center.read(lambda session: session.scalars(select(AddressDelay)).all()) == []
    assert sign_in(center.client(), sub, PASSWORD).status_code == 200


def test_few_statements_follow_a_hash(center: Center, sub: str) -> None:
    """Each takes four times as long as elsewhere: the hash has emptied the processor's cache."""
    sign_in(center.client(), sub, PASSWORD)
    with statements(center) as seen:
        assert sign_in(center.client(), sub, PASSWORD).status_code == 200
    counted = [statement for statement in seen if not statement.startswith(("BEGIN", "SAVEPOINT", "SET "))]
    assert len(counted) <= 8, counted
