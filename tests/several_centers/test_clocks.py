"""The clock of one of three centers is five minutes off: its tokens count everywhere, and end everywhere."""

from pathlib import Path

import pytest

from app.platform.database import Database
from app.platform.settings import Settings
from tests import plain_http
from tests.conftest import SECRET
from tests.end_to_end.center.process import CenterProcess
from tests.several_centers.estate import ISSUER, Estate
from tests.several_centers.sending import Sender
from tests.several_centers.world import World, give_secrets, prepare

pytestmark = [pytest.mark.soak, pytest.mark.server_database, pytest.mark.timeout(300)]


@pytest.mark.parametrize("seconds", [-300, 300])
def test_a_token_of_a_center_whose_clock_is_wrong(
    database_url: str, database: Database, tmp_path: Path, seconds: int
) -> None:
    settings = Settings(environment="development", database_url=database_url, issuer=ISSUER, secret_key=SECRET)
    with database.writing() as session:
        world, _ = prepare(session, settings)
    with Estate(tmp_path, database, database_url, seconds) as estate:
        good, other, wrong = estate.centers
        give_secrets(good.url, world)
        sender = Sender(good.url, world.token)
        token = _token(wrong, world)
        assert [_counts(center, world, token) for center in estate.centers] == [True, True, True]
        # Somebody else gets the name, and must not inherit what the wrong clock dated later.
        assert sender.change("DELETE", f"/api/v1/users/{_id(sender, world.bot)}").status_code in (200, 204)
        world.secret = _new_service(sender, world.bot)
        assert [_counts(center, world, token) for center in estate.centers] == [False, False, False]
        assert abs(_clock_correction(wrong) + seconds) < 30  # how exactly: as fast as the database answers
        assert _clock_correction(other) == 0
        assert "the clock of this machine differs" in wrong.log.read_text()


def _token(center: CenterProcess, world: World) -> str:
    form = {"grant_type": "client_credentials", "client_id": world.bot, "client_secret": world.secret}
    return str(Sender(center.url, world.token).send("POST", "/oauth2/token", data=form).json()["access_token"])


def _counts(center: CenterProcess, world: World, token: str) -> bool:
    form = {"token": token, "client_id": world.bot, "client_secret": world.secret}
    return bool(Sender(center.url, world.token).send("POST", "/oauth2/introspect", data=form).json()["active"])


def _new_service(sender: Sender, name: str) -> str:
    """A secret of it."""
    answer = sender.change("POST", "/api/v1/users", json={"username": name, "kind": "service"})
    assert answer.status_code == 201, answer.text
    made = sender.change("POST", f"/api/v1/users/{answer.json()['id']}/client-secrets")
    return str(made.json()["client_secret"])


def _id(sender: Sender, name: str) -> int:
    found = sender.change("GET", "/api/v1/users", params={"q": name}).json()["items"]
    return next(int(user["id"]) for user in found if user["username"] == name)


def _clock_correction(center: CenterProcess) -> float:
    with plain_http.client(center.url) as client:
        lines = client.get("/metrics").text.splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith("puc_clock_correction_seconds "))
