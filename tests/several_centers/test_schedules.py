"""Centers are killed, hung and cut off at random while programs work: nothing acknowledged is lost.

Nobody gets in without a right. The clock of one is five minutes off.

PUC_SCHEDULES: how many; PUC_SEED: a schedule of an earlier run again.
"""

import os
import random
import time
from collections import Counter
from pathlib import Path

import pytest

from app.platform.database import Database
from app.platform.settings import Settings
from tests import backends
from tests.conftest import SECRET
from tests.several_centers.checking import check
from tests.several_centers.estate import ISSUER, Estate
from tests.several_centers.following import Follower
from tests.several_centers.load import Load, Notes
from tests.several_centers.world import give_secrets, prepare

SCHEDULES = int(os.environ.get("PUC_SCHEDULES", "200"))
SEED = int(os.environ.get("PUC_SEED", time.time_ns() % 10**9))


@pytest.mark.soak
@pytest.mark.server_database
def test_nothing_is_lost_whatever_happens_to_a_center(database_url: str, database: Database, tmp_path: Path) -> None:
    settings = Settings(environment="development", database_url=database_url, issuer=ISSUER, secret_key=SECRET)
    with database.writing() as session:
        world, credential = prepare(session, settings)
    notes, struck = Notes(), Counter[str]()
    off = random.Random(SEED).choice((-300, 300))
    with Estate(tmp_path, database, database_url, off) as estate:
        give_secrets(estate.centers[0].url, world)
        with Follower(estate.balancer.url, credential) as follower:
            for number in range(SCHEDULES):
                chance = random.Random(f"{SEED}.{number}")
                with Load(estate.balancer.url, world, notes, SEED + number):
                    for _ in range(chance.randint(1, 2)):
                        time.sleep(chance.uniform(0.1, 0.5))
                        struck[estate.strike(chance)] += 1
                    time.sleep(chance.uniform(0.3, 1))
                    estate.mend()
                check(estate, notes, follower, f"seed {SEED}, schedule {number}")
                if number % 10 == 9:
                    print(f"{number + 1} of {SCHEDULES} schedules, seed {SEED}", flush=True)
    backends.close()  # its connections were cut, too
    print(dict(struck), len(notes.granted), len(notes.revoked), notes.signed_in, follower.lost, follower.revision)
