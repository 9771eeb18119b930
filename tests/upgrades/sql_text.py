"""A database as SQL text and back, by each database's own tools. Lines that only some of their versions write or read
are left out."""

import re
import shutil
import sqlite3
import subprocess
from collections.abc import Sequence
from contextlib import closing

from sqlalchemy.engine import URL, make_url

_OF_SOME_VERSIONS = re.compile(
    r"\\(un)?restrict |SET (transaction_timeout|idle_in_transaction|xmloption|default_table_access)"
    r"|-- |--$|/\*M?!999999|/\*M!100616"
)


def kind(url: str) -> str:
    """`sqlite`, `postgresql` or `mysql`."""
    return make_url(url).get_backend_name()


def dump_statements(url: str) -> str:
    """Tables and rows as statements."""
    where = make_url(url)
    if kind(url) == "sqlite":
        with closing(sqlite3.connect(str(where.database))) as connection:
            lines = list(connection.iterdump())
    elif kind(url) == "postgresql":
        lines = _output_lines(
            "pg_dump", *_of_postgresql(where), "--no-owner", "--no-privileges", "--rows-per-insert=50"
        )
    else:
        options = ("--skip-comments", "--skip-dump-date", "--skip-add-locks", "--complete-insert", "--hex-blob")
        lines = _output_lines("mariadb-dump", *_of_mariadb(where), *options, str(where.database))
    portable = [line for line in lines if line.strip() and not _OF_SOME_VERSIONS.match(line)]
    return "\n".join(portable) + "\n"


def load(url: str, text: str) -> None:
    """Carry out the statements in an empty database."""
    where = make_url(url)
    if kind(url) == "sqlite":
        with closing(sqlite3.connect(str(where.database))) as connection:
            connection.executescript(text)
    elif kind(url) == "postgresql":
        _feed(["psql", "-q", "-o", "/dev/null", "-v", "ON_ERROR_STOP=1", *_of_postgresql(where)], text)
    else:
        _feed(["mariadb", *_of_mariadb(where), str(where.database)], text)


def _of_postgresql(where: URL) -> Sequence[str]:
    host = where.host or str(where.query["host"])
    return ("-h", host, "-U", str(where.username), "-d", str(where.database))


def _of_mariadb(where: URL) -> Sequence[str]:
    socket = ("-S", str(where.query["unix_socket"]))
    return ("--no-defaults", *socket, "-u", str(where.username), "--default-character-set=utf8mb4")


def _output_lines(command: str, *arguments: str) -> list[str]:
    program = shutil.which(command) or command
    done = subprocess.run([program, *arguments], check=True, capture_output=True, text=True)
    return done.stdout.split("\n")


def _feed(command: Sequence[str], text: str) -> None:
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
