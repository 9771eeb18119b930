"""`recover`, for when no administrator can sign in: what it gives, and what it refuses."""

import pyotp
import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.audit.trail.models import TrailEntry
from app.grants import grants, roles
from app.grants.models import Grant
from app.identity import authenticator_app, factors, users
from app.identity.accounts import recovery
from app.platform.clock import now_ms
from app.platform.errors import Conflict, InvalidInput, NotFound, UserCenterError
from app.platform.settings import Settings
from tests.center import Center
from tests.cli.terminal import Terminal
from tests.conftest import SECRET
from tests.factories import Person, a_service, a_user, an_administrator


def _recover(center: Center, name: str) -> str:
    return recovery.recover(center.database, center.settings, name)


def _sign_in(center: Center, name: str, secret: str) -> bool:
    answer = center.client().post("/api/v1/session", json={"username": name, "password": secret})
    return bool(answer.json()["is_administrator"])


def _nobody_administers(center: Center, person: Person) -> None:
    """As if somebody had worked on the database by hand: the API refuses to take the last one."""
    role = center.read(roles.personal_role_of, person.id)
    center.make(grants.revoke_all_of_role, "test", role.id)


def test_an_administrator_gets_a_new_secret_and_the_trail_says_who_gave_it(center: Center) -> None:
    center.make(an_administrator, "root")
    assert _sign_in(center, "root", _recover(center, "root"))
    entry = center.read(lambda s: s.scalars(select(TrailEntry).order_by(TrailEntry.id.desc())).first())
    assert entry is not None
    assert (entry.action, entry.actor, entry.credential) == ("user.initial_secret", "system", "system")


@pytest.mark.parametrize("status", ["active", "disabled", "locked"])
def test_when_nobody_administers_the_named_person_does(center: Center, status: str, alice: Person) -> None:
    _nobody_administers(center, center.make(an_administrator, "root"))
    center.make(lambda s: users.change(s, "test", users.find(s, alice.id), status=status))
    assert _sign_in(center, "alice", _recover(center, "alice"))


def test_a_right_that_has_ended_is_replaced(center: Center) -> None:
    root = center.make(an_administrator, "root")
    role = center.read(roles.personal_role_of, root.id)
    center.make(_end, role.id)
    assert _sign_in(center, "root", _recover(center, "root"))


def _end(session: Session, role_id: int) -> None:
    grant = session.scalars(select(Grant).where(Grant.role_id == role_id)).one()
    grants.change(session, "test", grant, valid_from=1, valid_until=2)


@pytest.mark.parametrize(
    ("name", "error"),
    [("nobody", NotFound), ("alice", Conflict), ("feeder", Conflict), ("no name", NotFound)],
)
def test_while_somebody_administers_nobody_else_is_let_in(
    center: Center, name: str, error: type[UserCenterError]
) -> None:
    center.make(an_administrator, "root")
    center.make(a_user, "alice")
    center.make(a_service, "feeder")
    with pytest.raises(error):
        _recover(center, name)


def test_neither_services_nor_sub_accounts_become_administrators(center: Center) -> None:
    root = center.make(an_administrator, "root")
    center.make(a_user, "sub", parent=root)
    center.make(a_service, "feeder")
    _nobody_administers(center, root)
    before = center.read(trail.newest)
    with pytest.raises(Conflict, match="root"):
        _recover(center, "sub")
    with pytest.raises(InvalidInput):
        _recover(center, "feeder")
    assert center.read(trail.newest) == before


def test_the_command(center: Center, terminal: Terminal) -> None:
    center.make(an_administrator, "root")
    terminal.environment |= {
        "PUC_ENVIRONMENT": "development",
        "PUC_DATABASE_URL": center.settings.database_url,
        "PUC_SECRET_KEY": SECRET,
        "PUC_ISSUER": center.url,
    }
    assert _sign_in(center, "root", terminal.process("recover", "root").stdout.split()[-1])
    assert "create-admin" in terminal.process("recover", "nobody", status=1).stderr
    terminal.environment["PUC_ISSUER"] = "http://center.example"
    assert "PUC_ISSUER" in terminal.process("recover", "root", status=2).stderr


def test_lost_second_factors_do_not_keep_the_last_administrator_out(center: Center) -> None:
    root = center.make(an_administrator, "root")
    center.make(_with_app, center.settings, root.id)
    assert _sign_in(center, "root", _recover(center, "root"))
    assert center.read(factors.of, root.id) == ()


def _with_app(session: Session, settings: Settings, user_id: int) -> None:
    now, user = now_ms(), users.find(session, user_id)
    secret, _ = authenticator_app.begin(session, settings, user, now)
    assert authenticator_app.confirm(session, settings, user, pyotp.TOTP(secret).now(), now)
    assert factors.of(session, user_id) == ("totp",)
