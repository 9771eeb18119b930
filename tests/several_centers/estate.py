"""Three centers with the same settings on one database, behind a balancer, and what can happen to one of them."""

import os
import random
import signal
from contextlib import suppress
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from app.platform.database import Database
from tests.conftest import SECRET
from tests.end_to_end.center.process import QUICK_HASHES, CenterProcess
from tests.end_to_end.waiting import wait_until
from tests.several_centers.balancer import Balancer

ISSUER = "http://127.0.0.1:1"
_OTHERS = text("SELECT id FROM information_schema.processlist WHERE id <> connection_id() AND db = DATABASE()")
_CUT = text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = :name")


_BEHIND = {"PUC_TRUSTED_PROXIES": "127.0.0.1"}
"""Programs name an address of their own for each sign-in: wrong ones would delay all others of their network."""


def other_time(seconds: int) -> dict[str, str]:
    """The environment of a process whose clock is wrong by so much (libfaketime)."""
    found = sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
    assert found, "libfaketime is missing: apt-get install libfaketime"
    # Its remedy for an old fault of glibc lets threads that wait for Python's lock spin: switched off by the last line.
    return {
        "LD_PRELOAD": str(found[0]),
        "FAKETIME": f"{seconds:+}",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "FAKETIME_FORCE_MONOTONIC_FIX": "0",
    }


class Estate:
    """Used in a `with` block: all centers are ready at its beginning. `off_seconds`: how wrong the clock of the
    last one is."""

    def __init__(self, directory: Path, database: Database, database_url: str, off_seconds: int = 0) -> None:
        own = {
            "PUC_DATABASE_URL": database_url,
            "PUC_SECRET_KEY": SECRET,
            "PUC_ISSUER": ISSUER,
            **QUICK_HASHES,
            **_BEHIND,
        }
        wrong = other_time(off_seconds) if off_seconds else {}
        self.database, self._off = database, off_seconds
        self.centers = [
            CenterProcess(directory / f"center-{number}", **own, **more) for number, more in enumerate(({}, {}, wrong))
        ]
        self.balancer = Balancer([each.port for each in self.centers])

    def __enter__(self) -> "Estate":
        for each in self.centers:
            each.begin()
        for each in self.centers:
            each.wait()
        wrong = self.centers[-1]
        wait_until("the wrong clock is corrected", lambda: not self._off or "corrected_by_ms" in wrong.log.read_text())
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
        with self.database.engine.begin() as connection:
            if self.database.engine.dialect.name == "postgresql":
                connection.execute(_CUT, {"name": self.database.engine.url.database})
                return
            for number in connection.execute(_OTHERS).scalars():
                with suppress(DBAPIError):  # it has ended by itself meanwhile
                    connection.execute(text(f"KILL CONNECTION {number}"))
