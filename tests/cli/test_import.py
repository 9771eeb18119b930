"""`usercenter import CLUSTER --undo` beside a center whose worker works."""

import threading
from collections.abc import Iterator

import pytest

from tests.cli.terminal import Terminal
from tests.importing.conftest import Migration, migration

__all__ = ["migration"]


@pytest.fixture
def working(migration: Migration) -> Iterator[Migration]:
    """The worker looks for work again and again."""
    over = threading.Event()

    def work() -> None:
        while not over.wait(0.05):
            migration.work()

    thread = threading.Thread(target=work)
    thread.start()
    yield migration
    over.set()
    thread.join()


def test_what_an_import_made_is_rehearsed_and_undone(working: Migration, root: Terminal) -> None:
    assert "no import of this cluster has made anything" in root("import", "prod", "--undo", status=1).stderr
    root("import", "prod", "--apply", "--yes")
    assert "shop" in root("tenants", "list").stdout
    rehearsed = root("import", "prod", "--undo")
    assert "shop" in root("tenants", "list").stdout, "a rehearsal changes nothing"
    done = root("import", "prod", "--undo", "--apply", "--yes")
    assert done.stdout == rehearsed.stdout
    assert "undone; 0 things stay" in done.stderr
    assert "shop" not in root("tenants", "list").stdout
    assert "no import of this cluster has made anything" in root("import", "prod", "--undo", status=1).stderr
