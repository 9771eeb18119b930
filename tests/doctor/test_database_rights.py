"""PostgreSQL that refuses the center necessary rights: what the start and the doctor say."""

import json
import re
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import URL, create_engine, make_url, text

from app.platform import schema
from tests import backends
from tests.cli.terminal import TOP, Terminal

pytestmark = pytest.mark.server_database
SERVERS = ["sqlite", *(name for name in backends.names() if name.startswith("postgresql"))]
SECRET = "Zk3vQ8rT1yWn5uPd7sXb2mGh9cJf4aLe6oRi0tVq"


class Server:
    """A PostgreSQL server, as its administrator, with a new database and a user who owns nothing."""

    def __init__(self, url: URL) -> None:
        self.name = f"rights_{secrets.token_hex(4)}"
        self._administrator = create_engine(url, isolation_level="AUTOCOMMIT")
        self.inside = url.set(database=self.name)
        self.url = self.inside.set(username=self.name, password="pw").render_as_string(hide_password=False)
        self.run(f"CREATE ROLE {self.name} LOGIN PASSWORD 'pw'")

    def run(self, *statements: str) -> None:
        """As its administrator."""
        with self._administrator.connect() as connection:
            for statement in statements:
                connection.execute(text(statement))

    def run_inside(self, *statements: str) -> None:
        """The same, in the new database."""
        engine = create_engine(self.inside, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            for statement in statements:
                connection.execute(text(statement))
        engine.dispose()

    def remove(self) -> None:
        """The database and its user."""
        self.run(f"DROP DATABASE IF EXISTS {self.name} WITH (FORCE)", f"DROP ROLE {self.name}")
        self._administrator.dispose()


@pytest.fixture(params=SERVERS, ids=backends.label)
def database_url(request: pytest.FixtureRequest) -> str:
    """Of PostgreSQL; with SQLite nothing here runs."""
    return str(request.param)


@pytest.fixture
def server(database_url: str) -> Iterator[Server]:
    made = Server(make_url(database_url))
    yield made
    made.remove()


@pytest.fixture
def terminal(server: Server, tmp_path: Path) -> Terminal:
    own = {"PUC_ISSUER": "http://127.0.0.1:1", "PUC_SECRET_KEY": SECRET, "PUC_DATABASE_URL": server.url}
    return Terminal(tmp_path, own)


def test_as_the_page_makes_it(server: Server, terminal: Terminal) -> None:
    """docs/operating.md, under another name."""
    (shown,) = re.findall(r"```sql\n(.*?)```", (TOP / "docs/operating.md").read_text(encoding="utf-8"), re.DOTALL)
    server.run(f"DROP ROLE {server.name}", *shown.replace("center", server.name).replace("…", "pw").strip().split("\n"))
    terminal("migrate")
    checks = json.loads(terminal.shell("usercenter doctor --json", None).stdout)["checks"]
    assert {check["level"] for check in checks if check["check"].startswith("database.")} == {"ok"}


def test_a_user_that_may_make_no_tables(server: Server, terminal: Terminal) -> None:
    server.run(f"CREATE DATABASE {server.name}", f"GRANT ALL ON DATABASE {server.name} TO {server.name}")
    server.run_inside("REVOKE CREATE ON SCHEMA public FROM PUBLIC")  # as version 15 does by itself
    assert "has to own the database" in terminal("migrate", status=2).stderr
    assert "may make no tables in this database" in terminal("doctor", status=1).stdout


def test_a_database_that_is_read_only(server: Server, terminal: Terminal) -> None:
    server.run(f"CREATE DATABASE {server.name} OWNER {server.name}")
    server.run(f"ALTER DATABASE {server.name} SET default_transaction_read_only = on")
    assert "It is read-only" in terminal("migrate", status=2).stderr


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_an_encoding_without_chinese(server: Server, terminal: Terminal, encoding: str) -> None:
    server.run(f"CREATE DATABASE {server.name} OWNER {server.name} ENCODING '{encoding}' LOCALE 'C' TEMPLATE template0")
    assert f"has the encoding {encoding}" in terminal("migrate", status=2).stderr
    assert f"has the encoding {encoding}" in terminal("doctor", status=1).stdout


def test_tables_of_somebody_else(server: Server, terminal: Terminal) -> None:
    server.run(f"CREATE DATABASE {server.name}")
    schema.upgrade(server.inside.render_as_string(hide_password=False))
    server.run_inside(f"GRANT ALL ON ALL TABLES IN SCHEMA public TO {server.name}")
    assert "belong to somebody else: the next migration fails" in terminal("doctor", status=1).stdout
    server.run_inside(f"REVOKE INSERT ON sys_trail FROM {server.name}")
    assert "may not read and write sys_trail" in terminal("doctor", status=1).stdout
