"""One time for all instances: that of most of their clocks (decision 0101).

One instance compares times that another wrote: when a token begins, a session ends, a name was given anew. By a clock
that is five minutes off, that would be wrong by five minutes. So each instance tells the others, by the database, how
far its clock is ahead of the database's.
"""

import hashlib
import platform
from collections.abc import Callable, Sequence
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Mapped, Session, mapped_column

from app.platform import clock, database_clock
from app.platform.database import BIGINT, Base, Database, clear_away, exact_string
from app.platform.telemetry import logger

_log = logger(__name__)
EVERY_MS = 30_000
_ALONE_MS = 5_000
"""Until another one has told its time: instances that start together do not see each other at first."""
_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
_GONE_MS = 4 * EVERY_MS
"""An instance that said nothing for so long is no longer asked."""
_TOLERANCE_MS = 1_000
"""Clocks that NTP keeps are closer. Nothing is corrected then."""
_LONGEST_LOOK_MS = 1_000
"""A look that took longer, because the database or this process was busy, measures nothing."""


class ClockReading(Base):
    """How far the clock of an instance was ahead of the database's, and when, by the database's clock (epoch ms)."""

    __tablename__ = "sys_clock"

    instance: Mapped[str] = mapped_column(exact_string(32), primary_key=True)
    ahead_ms: Mapped[int] = mapped_column(BIGINT)
    seen: Mapped[int] = mapped_column(BIGINT)


def instance_of(port: int) -> str:
    """Names the instance by its machine and port: one that restarts often still counts once."""
    booted = _BOOT_ID.read_text() if _BOOT_ID.exists() else platform.node()
    return hashlib.sha256(f"{booted.strip()}:{port}".encode()).hexdigest()[:32]


class SharedClock:
    """Keeps the correction of this process (`app.platform.clock`). `machine`: reads this machine's clock, epoch ms."""

    def __init__(self, database: Database, instance: str, machine: Callable[[], int] = clock.machine_ms) -> None:
        self._database, self._instance, self._machine = database, instance, machine
        self._due = 0
        self._alone = True

    def look_if_due(self, now: int) -> None:
        """`look`, at most every thirty seconds, and every five while there is no other instance. `now`: epoch ms."""
        if not 0 < self._due - now <= EVERY_MS:  # later than that: the clock was set back
            self.look()
            self._due = now + (_ALONE_MS if self._alone else EVERY_MS)

    def look(self) -> None:
        """Compare the clocks and correct this one. While the database does not answer, all stays as it is."""
        if not database_clock.is_apart(self._database.engine.dialect.name):
            return  # nothing to compare, and a writer would make others wait
        try:
            with self._database.writing() as session:
                others = self._clocks_ahead(session)
        except OperationalError:
            _log.info("the clocks were not compared: the database did not answer")
            return
        if others is not None:
            self._alone = len(others) == 1
            self._correct(common(others) - others[0])

    def _clocks_ahead(self, session: Session) -> Sequence[int] | None:
        """How far each clock is ahead of the database's, this one first; None if there is nothing to compare with."""
        seen = database_clock.look(session, self._machine)
        if seen is None or not 0 <= seen[2] - seen[0] <= _LONGEST_LOOK_MS:
            return None
        before, database_time, after = seen
        own_lead = (before + after) // 2 - database_time
        session.merge(ClockReading(instance=self._instance, ahead_ms=own_lead, seen=database_time))
        session.flush()
        clear_away(session, select(ClockReading).where(ClockReading.seen < database_time - _GONE_MS))
        others = select(ClockReading.ahead_ms).where(ClockReading.instance != self._instance)
        return [own_lead, *session.scalars(others.where(ClockReading.seen >= database_time - _GONE_MS))]

    def _correct(self, milliseconds: int) -> None:
        correction = milliseconds if abs(milliseconds) > _TOLERANCE_MS else 0
        if abs(correction - clock.correction_ms()) > _TOLERANCE_MS:
            _log.warning(
                "the clock of this machine differs from the others': let NTP set it", corrected_by_ms=correction
            )
        clock.correct(correction)


def common(ahead: Sequence[int]) -> int:
    """How far the common time is ahead of the database's clock, in ms. `ahead`: of each instance. One that is alone
    keeps its own; otherwise it is the middle one of all, the database's among them."""
    return ahead[0] if len(ahead) == 1 else sorted([0, *ahead])[len(ahead) // 2]
