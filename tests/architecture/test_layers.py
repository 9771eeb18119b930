"""The import contract of pyproject.toml holds."""

import pkgutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

from sqlalchemy import TableClause

import app
from app.platform.database import Base

TOP = Path(__file__).parents[2]


def test_import_contract_is_kept() -> None:
    command = [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"]
    done = subprocess.run(command, cwd=TOP, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert "0 broken" in done.stdout


def test_no_file_has_an_empty_name() -> None:
    empty_names = {"utils", "util", "helpers", "helper", "common", "misc", "manager"}
    folders = [TOP / name for name in ("app", "spark_audit", "tests", "benchmarks", "migrations")]
    files = [file for folder in folders for file in folder.rglob("*.py")]
    assert len(files) > 50
    assert [str(file) for file in files if empty_names & {file.stem, file.parent.name}] == []


def test_tables_that_a_lower_room_names_are_as_their_own_room_says() -> None:
    modules = [import_module(module.name) for module in pkgutil.walk_packages(app.__path__, "app.")]
    named = [value for module in modules for value in vars(module).values() if type(value) is TableClause]
    own = {name: set(table.columns.keys()) for name, table in Base.metadata.tables.items()}
    wrong = {table.name: set(table.columns.keys()) - own[table.name] for table in named if table.name in own}
    assert {"res_tenant", "res_topic", "sys_user_info"} <= {table.name for table in named}
    assert set().union(*wrong.values()) == set(), wrong
