"""PostgreSQL fails over to its replica while three centers serve: with all changes, and without the last ones."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.platform import migration
from app.platform.database import Database
from app.platform.settings import Settings
from tests import plain_http
from tests.conftest import SECRET
from tests.end_to_end.center.process import CenterProcess
from tests.end_to_end.waiting import wait_until
from tests.several_centers.checking import check
from tests.several_centers.estate import ISSUER, Estate
from tests.several_centers.following import Follower
from tests.several_centers.load import PRODUCE, TOPIC, Load, Notes
from tests.several_centers.replicated import Replicated
from tests.several_centers.sending import Sender
from tests.several_centers.world import World, give_secrets, prepare

pytestmark = [pytest.mark.soak, pytest.mark.timeout(600)]


class Scene:
    """Two database servers, three centers on them, and one broker."""

    def __init__(self, servers: Replicated, estate: Estate, world: World, follower: Follower) -> None:
        self.servers, self.estate, self.world, self.follower = servers, estate, world, follower
        self.sender = Sender(estate.balancer.url, world.token)

    def give_grant(self) -> int:
        """A new grant; returns its id."""
        user, topic = self.world.places.pop()
        body = {"user_id": user, "res_type": TOPIC, "res_id": topic, "authorities": [PRODUCE]}
        answer = self.sender.change("POST", "/api/v1/grants", json=body)
        assert answer.status_code == 201, answer.text
        return int(answer.json()["id"])

    def newest(self) -> int:
        """The revision that the database has."""
        with plain_http.client(self.estate.balancer.url) as client:
            return int(client.get("/health/ready").json()["revision"])

    def has_logged(self, text: str) -> bool:
        """Whether a center has written this to its log."""
        return any(text in center.log.read_text() for center in self.estate.centers)


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder, Replicated(Path(folder)) as servers:
        settings = Settings(environment="development", database_url=servers.url, issuer=ISSUER, secret_key=SECRET)
        migration.migrate(settings)
        database = Database(servers.url)
        with database.writing() as session:
            world, credential = prepare(session, settings)
        with Estate(tmp_path, database, servers.url) as estate:
            give_secrets(estate.centers[0].url, world)
            with Follower(estate.balancer.url, credential) as follower:
                yield Scene(servers, estate, world, follower)
        database.close()


def _doctor(center: CenterProcess) -> str:
    """What it says; it finds problems, so its exit status is 1."""
    command = [sys.executable, "-m", "app", "doctor"]
    done = subprocess.run(command, cwd=center.program, env=center.environment(), capture_output=True, text=True)
    assert done.returncode == 1, done.stderr
    return done.stdout


def test_with_all_changes_nothing_is_lost_and_nobody_has_to_do_anything(scene: Scene) -> None:
    notes = Notes()
    with Load(scene.estate.balancer.url, scene.world, notes, seed=1):
        time.sleep(1)
    scene.servers.until_same()
    with Load(scene.estate.balancer.url, scene.world, notes, seed=2):
        # Nothing is changed while the primary is lost: what it had acknowledged is at the replica.
        scene.servers.primary.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
        scene.servers.primary.ask("SELECT pg_reload_conf()")
        time.sleep(1)
        scene.servers.fail_over()
        time.sleep(1)
    check(scene.estate, notes, scene.follower, "after the fail-over")


def test_a_lost_tail_is_noticed_said_and_ended_by_a_new_epoch(scene: Scene) -> None:
    revoked_later, left = scene.give_grant(), scene.give_grant()
    scene.servers.until_same()
    scene.servers.cut()
    lost = scene.give_grant()
    assert scene.sender.change("DELETE", f"/api/v1/grants/{revoked_later}").status_code == 204
    enforced = scene.newest()
    assert scene.follower.reaches(enforced)
    scene.servers.fail_over()

    # The broker keeps what it has, the revocation included, also when others change something.
    after = scene.give_grant()
    assert scene.newest() < enforced
    wait_until("the broker to be told so", lambda: scene.follower.strange)
    assert scene.follower.revision == enforced
    assert lost in scene.follower.grants
    assert not {revoked_later, after} & scene.follower.grants

    # It says so, and the center tells whoever looks.
    scene.follower.report()
    assert scene.has_logged("usercenter new-epoch")
    output = _doctor(scene.estate.centers[0])
    assert "does not know: a back-up was restored" in output, output

    scene.estate.centers[0].command("new-epoch")
    assert scene.follower.reaches(scene.newest())
    assert {left, revoked_later, after} <= scene.follower.grants
    assert lost not in scene.follower.grants
