"""Three centers with the same settings on one database, behind a balancer, and what can happen to one of them."""

import os
import random
import signal
from pathlib import Path

from sqlalchemy import text

from app.database import Database
from tests.conftest import SECRET
from tests.end_to_end.center.process import QUICK_HASHES, CenterProcess
from tests.several_centers.balancer import Balancer

ISSUER = "http://127.0.0.1:1"
_CUT = text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = :name")


class Estate:
    """Used in a `with` block: all centers are ready at its beginning."""

    def __init__(self, directory: Path, database: Database, database_url: str) -> None:
        own = {"PUC_DATABASE_URL": database_url, "PUC_SECRET_KEY": SECRET, "PUC_ISSUER": ISSUER, **QUICK_HASHES}
        self.database = database
        self.centers = [CenterProcess(directory / f"center-{number}", **own) for number in range(3)]
        self.balancer = Balancer([each.port for each in self.centers])

    def __enter__(self) -> "Estate":
        for each in self.centers:
            each.begin()
        for each in self.centers:
            each.wait()
        self.balancer.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self.balancer.__exit__()
        for each in self.centers:
            each.kill()

    def strike(self, chance: random.Random) -> str:
        """Something happens to one center, or to all connections of the database; returns what."""
        center = chance.choice(self.centers)
        fault = chance.choice(("kill", "hang", "cut"))
        if fault == "kill":
            center.kill()
        elif fault == "hang":
            self._signal(center, signal.SIGSTOP)
        else:
            self._cut()
        return f"{fault} {self.centers.index(center)}"

    def mend(self) -> None:
        """All centers run again and are ready."""
        for each in self.centers:
            if each.process:
                self._signal(each, signal.SIGCONT)
            else:
                each.begin()
        for each in self.centers:
            each.wait()

    def _signal(self, center: CenterProcess, sign: signal.Signals) -> None:
        if center.process:
            os.killpg(center.process.pid, sign)

    def _cut(self) -> None:
        if self.database.engine.dialect.name != "postgresql":
            return
        with self.database.engine.begin() as connection:
            connection.execute(_CUT, {"name": self.database.engine.url.database})
