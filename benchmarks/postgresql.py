"""A temporary PostgreSQL server, as the tests use it: `.ci/with-databases`."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import create_engine
from sqlalchemy.engine import make_url

_TOP = Path(__file__).parents[1]
_TELL = 'echo "$PUC_TEST_DATABASE_URLS"; exec cat'


@contextmanager
def postgresql(*names: str) -> Iterator[list[str]]:
    """URLs (SQLAlchemy's) of empty databases with these names, on one server that ends with the block."""
    program = subprocess.Popen(
        [_TOP / ".ci" / "with-databases", "sh", "-c", _TELL], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert program.stdin
    assert program.stdout
    try:
        words = program.stdout.readline().split()
        if not words:
            raise RuntimeError("there is no PostgreSQL: .ci/system-packages postgresql mariadb")
        first = make_url(words[0])
        engine = create_engine(first, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            for name in names:
                connection.exec_driver_sql(f'CREATE DATABASE "{name}"')
        engine.dispose()
        yield [first.set(database=name).render_as_string(hide_password=False) for name in names]
    finally:
        program.stdin.close()
        program.wait(60)
