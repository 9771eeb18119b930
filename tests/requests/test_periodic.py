"""Periodic jobs: due or not, one of several instances, a failing job, a clock that was ahead."""

from concurrent.futures import ThreadPoolExecutor

from app.platform import periodic_jobs
from app.platform.database import Database
from app.platform.periodic_jobs import PeriodicJob
from app.platform.settings import Settings
from app.server import periodic
from tests.listening import listening

NOW = 1_800_000_000_000


class Counted:
    """A job that counts its runs."""

    def __init__(self) -> None:
        self.times: list[int] = []

    def __call__(self, database: Database, settings: Settings, now: int) -> None:
        self.times.append(now)


def test_a_job_runs_when_due_and_not_before(database: Database, settings: Settings) -> None:
    work = Counted()
    jobs = [PeriodicJob("count", 60, work)]
    for now in (NOW, NOW + 59_999, NOW + 60_000, NOW + 60_001):
        periodic_jobs.run_due(database, settings, now, jobs)
    assert work.times == [NOW, NOW + 60_000]


def test_one_of_several_instances_runs_the_job(database: Database, settings: Settings) -> None:
    work = Counted()
    jobs = [PeriodicJob("count", 60, work)]
    with ThreadPoolExecutor(4) as pool:
        for turn in (0, 60_000):
            list(pool.map(lambda _: periodic_jobs.run_due(database, settings, NOW + turn, jobs), range(8)))  # noqa: B023
    assert work.times == [NOW, NOW + 60_000]


def test_a_failing_job_does_not_stop_the_others(database: Database, settings: Settings) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("no")

    work = Counted()
    jobs = [PeriodicJob("fail", 60, fail), PeriodicJob("count", 60, work)]
    assert periodic_jobs.run_due(database, settings, NOW, jobs) == ["count"]
    assert work.times == [NOW]


def test_a_clock_that_was_ahead_is_not_waited_for(database: Database, settings: Settings) -> None:
    work = Counted()
    jobs = [PeriodicJob("count", 60, work)]
    for now in (NOW + 10 * 3_600_000, NOW):
        periodic_jobs.run_due(database, settings, now, jobs)
    assert work.times == [NOW + 10 * 3_600_000, NOW]


def test_while_nothing_is_due_one_statement_looks_after_all_jobs(database: Database, settings: Settings) -> None:
    jobs, seen = [PeriodicJob(f"job{number}", 60, Counted()) for number in range(9)], list[str]()
    periodic_jobs.run_due(database, settings, NOW, jobs)
    with listening(database.engine, "before_cursor_execute", lambda *args: seen.append(args[2])):
        assert periodic_jobs.run_due(database, settings, NOW + 1, jobs) == []
    assert sum("sys_periodic_run" in statement for statement in seen) == 1


def test_names_are_keys() -> None:
    names = [job.name for job in periodic.JOBS]
    assert len(set(names)) == len(names)
    assert all(0 < len(name) <= 64 for name in names)
