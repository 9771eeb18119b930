"""Centers are killed, hung and cut off at random while programs work: nothing acknowledged is lost, nobody gets in.

PUC_SCHEDULES: how many; PUC_SEED: a schedule of an earlier run again.
"""

import os
import random
import time
from collections import Counter
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from app.brokers import credentials
from app.database import Database
from app.settings import Settings
from app.tokens import issuing, key_life
from app.trail import chain, trail
from tests import backends, plain_http
from tests.conftest import SECRET
from tests.factories import a_cluster, a_namespace, a_service, a_tenant, a_topic, an_administrator
from tests.several_centers.estate import ISSUER, Estate
from tests.several_centers.following import Follower
from tests.several_centers.load import Load, Notes, World

SCHEDULES = int(os.environ.get("PUC_SCHEDULES", "200"))
SEED = int(os.environ.get("PUC_SEED", time.time_ns() % 10**9))


@pytest.mark.soak
def test_nothing_is_lost_whatever_happens_to_a_center(database_url: str, database: Database, tmp_path: Path) -> None:
    if database_url.startswith("sqlite"):
        pytest.skip("several centers need a database server")
    settings = Settings(environment="development", database_url=database_url, issuer=ISSUER, secret_key=SECRET)
    with database.writing() as session:
        world, credential = _prepared(session, settings)
    notes, struck = Notes(), Counter[str]()
    with Estate(tmp_path, database, database_url) as estate:
        _withdraw(estate, world)
        with Follower(estate.balancer.url, credential) as follower:
            for number in range(SCHEDULES):
                chance = random.Random(f"{SEED}.{number}")
                with Load(estate.balancer.url, world, notes, SEED + number):
                    for _ in range(chance.randint(1, 2)):
                        time.sleep(chance.uniform(0.1, 0.5))
                        struck[estate.strike(chance)] += 1
                    time.sleep(chance.uniform(0.3, 1))
                    estate.mend()
                _check(estate, notes, follower, f"seed {SEED}, schedule {number}")
    backends.close()  # its connections were cut, too
    print(dict(struck), len(notes.granted), len(notes.revoked), notes.signed_in, follower.lost, follower.revision)


def _prepared(session: Session, settings: Settings) -> tuple[World, str]:
    trail.lock_revision(session)
    key_life.ensure(session, settings)
    cluster, root, bot = a_cluster(session), an_administrator(session), a_service(session, "bot")
    namespace = a_namespace(session, a_tenant(session, None, cluster))
    topics, people = (
        [make(session, *more).id for _ in range(90)] for make, more in ((a_topic, (namespace,)), (a_service, ()))
    )
    _, credential = credentials.issue(session, "test", cluster.id)
    token = issuing.issue(session, settings, root.username, audiences=(ISSUER,), seconds=7200).reveal()
    places = [(user, topic) for user in people for topic in topics]
    return World(token, bot.username, "", "", places), credential


def _withdraw(estate: Estate, world: World) -> None:
    """The bot gets two secrets; one is revoked again before anything begins."""
    with plain_http.client(estate.centers[0].url, headers={"Authorization": f"Bearer {world.token}"}) as client:
        bot = next(
            one["id"]
            for one in client.get("/api/v1/users", params={"q": world.bot}).json()["items"]
            if one["username"] == world.bot
        )
        made = [client.post(f"/api/v1/users/{bot}/client-secrets").json() for _ in range(2)]
        gone = client.delete(f"/api/v1/users/{bot}/client-secrets/{made[1]['id']}", headers={"If-Match": "*"})
        assert gone.status_code in (200, 204), gone.text
    world.secret, world.revoked_secret = (one["client_secret"] for one in made)


def _check(estate: Estate, notes: Notes, follower: Follower, which: str) -> None:
    assert notes.wrong == [], which
    with estate.database.reading() as session:
        newest = trail.current_revision(session)
        told = [trail.export_line(one) for one in trail.entries(session, limit=10**6)]
        verifier = chain.Verifier()
        assert [one for entry in told for one in verifier.feed(entry)] + verifier.finish(trail.newest(session)) == [], (
            which
        )
        rows = session.execute(text("SELECT remark, id FROM sys_role_res WHERE remark IS NOT NULL")).all()
    marks = Counter(
        entry["after"]["remark"] for entry in told if entry["action"] == "grant.create" and entry["after"].get("remark")
    )
    assert marks == Counter(notes.granted.keys()), which
    assert dict(map(tuple, rows)) == {mark: one for mark, one in notes.granted.items() if one not in notes.revoked}, (
        which
    )
    assert follower.reaches(newest), (which, follower.revision, newest)
    assert follower.gaps == [], which
    fresh = follower.snapshot()
    assert (fresh["revision"], {one["id"] for one in fresh["grants"]}) == (newest, follower.grants), which
    assert len({_published(each.url) for each in estate.centers}) == 1, which


def _published(url: str) -> str:
    """The keys by which tokens are verified, as this center tells them."""
    with plain_http.client(url) as client:
        return client.get("/oauth2/jwks").text
