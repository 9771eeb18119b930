"""What a test left behind cannot harm the database of the next one."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from app.audit.trail import trail
from app.platform.database import Database
from tests.backends import SqliteFiles


@contextmanager
def thread_left_behind(database: Database) -> Iterator[None]:
    """A thread that opens the database again and again, as a broker of an ended test may."""
    ended = threading.Event()

    def open_it() -> None:
        while not ended.is_set():
            with suppress(DBAPIError), database.reading() as session:
                trail.current_revision(session)
            database.close()

    thread = threading.Thread(target=open_it)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def test_a_thread_of_an_earlier_test_does_not_disturb_the_next(tmp_path: Path, sqlite_template: Path) -> None:
    files = SqliteFiles(tmp_path, sqlite_template)
    earlier, later = Database(files.new()), Database(files.new())
    files.connect_to_newest(later.engine)
    with thread_left_behind(earlier), thread_left_behind(later):
        for _ in range(40):
            files.new()
            later.close()
            with later.writing() as session:
                assert trail.lock_revision(session) == 1
    later.close()
