"""What a restore says about brokers that may be newer than the back-up."""

from pathlib import Path

from tests.cli.terminal import Terminal
from tests.conftest import SECRET

_ADDRESSES = ("--address", "pulsar://localhost:6650", "--admin-url", "http://localhost:8080")


def test_a_restore_warns_of_brokers_registered_after_the_backup(tmp_path: Path) -> None:
    settings = {"PUC_ENVIRONMENT": "development", "PUC_DATABASE_URL": "sqlite:///center.db", "PUC_SECRET_KEY": SECRET}
    here = Terminal(tmp_path, {**settings, "PUC_BACKUP_KEY": "Zk3vQ8rT1yWn5uPd7sXb2mGh9cJf4aLe6oRi0tVq"})
    here("migrate")
    here("create-admin", "alice")
    output = _restore_warnings(here, "none.db", here("backup", "one").stdout)
    assert "not known here" not in output
    here("broker-files", "prod", "files", *_ADDRESSES)
    output = _restore_warnings(here, "some.db", here("backup", "two").stdout)
    assert "not known here, but brokers that came later may enforce it" in output


def _restore_warnings(here: Terminal, database: str, made: str) -> str:
    restored = Terminal(here.home, {**here.environment, "PUC_DATABASE_URL": f"sqlite:///{database}"})
    return restored("restore", made.splitlines()[0]).stderr
