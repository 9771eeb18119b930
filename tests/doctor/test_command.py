"""`usercenter doctor`: exit status, JSON, broken settings and databases, and no secret anywhere."""

import json
import sqlite3
from pathlib import Path

import pytest

from app.maintenance.doctor import examination
from tests.cli.terminal import Ended, Terminal

SECRET = "Zk3vQ8rT1yWn5uPd7sXb2mGh9cJf4aLe6oRi0tVq"
PASSWORD = "wrong-password-of-the-database"


def doctor(directory: Path, *options: str, **settings: str) -> Ended:
    """Run it with these settings, in which something is wrong."""
    own = {"PUC_ISSUER": "http://127.0.0.1:1", "PUC_SECRET_KEY": SECRET}
    own["PUC_DATABASE_URL"] = f"sqlite:///{directory / 'center.db'}"
    done = Terminal(directory, {**own, **settings})("doctor", *options, status=1)
    assert SECRET not in done.stdout + done.stderr
    assert PASSWORD not in done.stdout + done.stderr
    return done


def test_a_database_without_tables_is_a_problem(tmp_path: Path) -> None:
    done = doctor(tmp_path, "--output", "json")
    assert doctor(tmp_path, "--json").stdout == done.stdout, "its name of 0.1.0"
    assert "checks:" in doctor(tmp_path, "--output", "yaml").stdout
    checks = {check["check"]: check for check in json.loads(done.stdout)["checks"]}
    assert checks["settings.start"]["level"] == checks["database.reachable"]["level"] == "ok"
    assert "has no tables" in checks["database.schema"]["findings"][0]["sentence"]
    assert set(checks) < set(examination.NAMES)


@pytest.mark.parametrize(
    "address",
    [
        f"postgresql+psycopg://center:{PASSWORD}@127.0.0.1:1/center",
        f"mysql+pymysql://center:{PASSWORD}@127.0.0.1:1/center",
        "sqlite:////proc/none/center.db",
    ],
)
def test_a_database_that_is_away_is_a_problem(address: str, tmp_path: Path) -> None:
    done = doctor(tmp_path, PUC_DATABASE_URL=address)
    assert "database.reachable: the database does not answer: " in done.stdout
    assert address.startswith("sqlite") or "(Connection refused)" in done.stdout


def test_unsafe_settings_are_reported_and_the_rest_is_checked(tmp_path: Path) -> None:
    done = doctor(tmp_path, PUC_ISSUER="", PUC_KEY_ENCRYPTION_KEY=SECRET)
    assert "settings.start: PUC_ISSUER is missing" in done.stdout
    assert "are the same secret" in done.stdout
    assert "database.schema" in done.stdout


@pytest.mark.parametrize(
    "wrong",
    [
        {"PUC_PORT": "many"},
        {"PUC_SECRET_KEY_FILE": "/none", "PUC_SECRET_KEY": ""},
        {"PUC_DATABASE_URL": "x"},
        {"PUC_DATABASE_URL": "mysql://db.example/center"},
    ],
)
def test_invalid_settings_are_one_problem(wrong: dict[str, str], tmp_path: Path) -> None:
    done = doctor(tmp_path, **wrong)
    assert "problem  settings.start: " in done.stdout


def test_an_older_instance_is_healthy_during_an_upgrade(tmp_path: Path) -> None:
    here = Terminal(tmp_path, {"PUC_ENVIRONMENT": "development", "PUC_SECRET_KEY": SECRET})
    here("migrate")
    with sqlite3.connect(tmp_path / "data" / "user-center.db") as database:
        database.execute("UPDATE alembic_version SET version_num = '9999_later'")
    done = here("doctor", "--json", status=1)  # nobody runs the periodic jobs of this database
    (found,) = [check for check in json.loads(done.stdout)["checks"] if check["check"] == "database.schema"]
    assert (found["level"], found["findings"][0]["level"]) == ("ok", "ok")
    assert "an upgrade is under way" in found["findings"][0]["sentence"]


def test_a_misspelled_setting_is_named(tmp_path: Path) -> None:
    done = doctor(tmp_path, PUC_TRUSTED_PROXY="10.0.0.5", PUC_SERVER="https://center.example", PUC_SHOE_SIZE="42")
    assert "warning  settings.unknown: PUC_TRUSTED_PROXY is no setting" in done.stdout
    assert "did you mean PUC_TRUSTED_PROXIES?" in done.stdout
    assert "PUC_SHOE_SIZE is no setting" in done.stdout
    assert "PUC_SERVER" not in done.stdout
