"""All instances use one time, also when the clock of one of them, or of the database, is wrong."""

import itertools
from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import event, func, select, update

from app.maintenance.doctor import database_checks
from app.maintenance.doctor.check import Scene
from app.platform import clock, database_clock
from app.platform.database import Database
from app.platform.settings import Settings
from app.platform.shared_clock import ClockReading, SharedClock, common, instance_of

_MINUTES_5 = 300_000
_NEARLY = 1_000


@pytest.fixture(autouse=True)
def uncorrected() -> Iterator[None]:
    yield
    clock.correct(0)


def machine(ahead: int) -> Callable[[], int]:
    """The clock of a machine that is so many ms ahead."""
    return lambda: clock.machine_ms() + ahead


def correction_of(instance: SharedClock) -> int:
    """By how much it corrects its clock after another look."""
    clock.correct(0)
    instance.look()
    return clock.correction_ms()


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("ahead", "expected"),
    [
        ([0], 0),
        ([_MINUTES_5], _MINUTES_5),  # alone: perhaps it is the database that is wrong
        ([-_MINUTES_5], -_MINUTES_5),
        ([0, _MINUTES_5], 0),
        ([0, -_MINUTES_5], 0),
        ([_MINUTES_5, _MINUTES_5], _MINUTES_5),  # the database is wrong
        ([0, 0, _MINUTES_5], 0),
        ([0, 0, -_MINUTES_5], 0),
        ([_MINUTES_5] * 3, _MINUTES_5),
        ([-_MINUTES_5] * 3, -_MINUTES_5),
        ([-_MINUTES_5, -_MINUTES_5, 0], -_MINUTES_5),
        ([20, 0, -_MINUTES_5, 10], 0),
    ],
)
def test_the_common_time_is_that_of_most(ahead: list[int], expected: int) -> None:
    assert common(ahead) == expected
    assert common(ahead[::-1]) == expected


@pytest.mark.server_database
def test_an_instance_that_is_off_uses_the_time_of_the_others(database: Database) -> None:
    good, good_too = SharedClock(database, "a"), SharedClock(database, "b")
    off = [SharedClock(database, f"off {minutes}", machine(minutes)) for minutes in (_MINUTES_5, -_MINUTES_5)]
    for each in (good, good_too, *off):
        each.look()
    assert [correction_of(clock) for clock in (good, good_too)] == [0, 0]
    for each, ahead in zip(off, (_MINUTES_5, -_MINUTES_5), strict=True):
        assert abs(correction_of(each) + ahead) <= _NEARLY


@pytest.mark.server_database
def test_an_instance_that_is_gone_has_no_say(database: Database) -> None:
    for name in ("a", "b", "c"):
        SharedClock(database, name, machine(_MINUTES_5)).look()
    mine = SharedClock(database, "mine")
    assert abs(correction_of(mine) - _MINUTES_5) <= _NEARLY, "three say so, and the database alone agrees with this one"
    with database.writing() as session:
        others = ClockReading.ahead_ms > _NEARLY
        session.execute(update(ClockReading).where(others).values(seen=ClockReading.seen - 10 * _MINUTES_5))
    assert correction_of(mine) == 0
    with database.reading() as session:
        assert session.scalar(select(func.count()).select_from(ClockReading)) == 1


def test_a_slow_look_measures_nothing(database: Database) -> None:
    times = iter(range(0, 10**9, 5_000))
    SharedClock(database, "busy", lambda: clock.machine_ms() + next(times)).look()
    with database.reading() as session:
        assert session.scalars(select(ClockReading)).all() == []


def test_the_clock_of_the_database(database: Database) -> None:
    with database.reading() as session:
        seen = database_clock.look(session, clock.machine_ms)
    assert seen is None if database.engine.dialect.name == "sqlite" else seen and seen[0] - 1 <= seen[1] <= seen[2] + 1


@pytest.mark.server_database
def test_the_doctor_does_not_blame_the_clock_for_a_slow_database(database: Database, settings: Settings) -> None:
    """Each reading of this machine's clock is 40 s after the one before, as with an answer that takes so long."""
    times = (clock.machine_ms() + late for late in itertools.count(-20_000, 40_000))
    with database.reading() as session:
        assert list(database_checks.clock(Scene(settings, session, lambda: next(times), ()))) == []
        late = Scene(settings, session, machine(_MINUTES_5), ())
        assert [result.level for result in database_checks.clock(late)] == ["problem"]


@pytest.mark.server_database
def test_a_late_connection_is_not_the_clocks_fault(database_url: str) -> None:
    """It comes 8 s late by a clock that goes on meanwhile."""
    late, ahead = Database(database_url), [0]
    event.listen(late.engine, "connect", lambda *_: ahead.__setitem__(0, 8_000))
    with late.reading() as session:
        seen = database_clock.look(session, lambda: clock.machine_ms() + ahead[0])
    late.close()
    assert seen
    assert seen[2] - seen[0] < 8_000


@pytest.mark.server_database
def test_an_instance_that_starts_again_and_again_has_one_say(database: Database) -> None:
    good = SharedClock(database, instance_of(8080))
    for _ in range(5):
        SharedClock(database, instance_of(8081), machine(_MINUTES_5)).look()
    assert correction_of(good) == 0


@pytest.mark.server_database
def test_a_lone_instance_looks_often_for_another(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []
    mine = SharedClock(database, "mine")
    look = mine.look

    def count_and_look() -> None:
        looks.append(1)
        look()

    monkeypatch.setattr(mine, "look", count_and_look)
    for now in range(0, 20_000, 5_000):
        mine.look_if_due(now)
    assert len(looks) == 4
    SharedClock(database, "other").look()
    for now in (20_000, 25_000, 49_000, 51_000, 77_000, 40_000):
        mine.look_if_due(now)
    assert len(looks) == 7, "at 20 and 51 s, and when the clock was set back"
