"""`usercenter import CLUSTER --undo` beside a center whose worker works."""

import json
import re
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.terminal import Terminal
from tests.factories import an_administrator
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


def test_an_undo_of_an_import_is_rehearsed_and_done(working: Migration, root: Terminal) -> None:
    assert "no import of this cluster has made anything" in root("import", "prod", "--undo", status=1).stderr
    root("clusters", "set", "prod", "--leave-creations")
    assert "usercenter clusters set prod --adopt-creations" in root("import", "prod", "--apply", "--yes").stderr
    assert "shop" in root("tenants", "list").stdout
    rehearsed = root("import", "prod", "--undo")
    assert "shop" in root("tenants", "list").stdout, "a rehearsal changes nothing"
    done = root("import", "prod", "--undo", "--apply", "--yes")
    assert done.stdout == rehearsed.stdout
    assert "undone; 0 things stay" in done.stderr
    assert root("clusters", "set", "prod", "--adopt-creations").stdout.split()[-1] == "yes"
    assert "shop" not in root("tenants", "list").stdout
    assert "no import of this cluster has made anything" in root("import", "prod", "--undo", status=1).stderr


def test_new_credentials_are_in_one_file(working: Migration, root: Terminal, tmp_path: Path) -> None:
    mapping, file = tmp_path / "prod.yaml", tmp_path / "new.jsonl"
    lines = ("{role: writer, name: svc-writer}", "{role: reader, to: person, name: rea}", "{role: sneaky, to: nothing}")
    mapping.write_text('version: "1"\nroles:\n' + "".join(f"  - {line}\n" for line in lines), encoding="utf-8")
    wanted = ("import", "prod", "--mapping", str(mapping))
    working.played.topics["persistent://acme/orders/x-partition-07"] = 0
    working.played.wrong["/persistent/acme/orders/created/retention"] = lambda: (500, b"oops")
    assert "--apply first" in root(*wanted, "--credentials", str(file), status=1).stderr
    assert not file.exists()
    output = root(*wanted, "--apply", "--yes").stdout
    assert "Need new credentials (3):" in output
    lists = re.split(r"^\S.*:$", output, flags=re.MULTILINE)
    assert [sum(name in section for section in lists) for name in ("created (retention)", "x-partition-07:")] == [2, 2]
    assert not any("created (retention)" in section and "x-partition-07:" in section for section in lists), (
        "one may help, one never"
    )
    assert "writer, here svc-writer: the mapping gives it another name" in output
    assert "svc with blank, here nobody: it cannot keep its name" in output
    done = root(*wanted, "--credentials", str(file))
    made = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [(credential["role"], credential["client_id"]) for credential in made] == [("writer", "svc-writer")]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert made[0]["client_secret"] not in done.stdout + done.stderr
    assert "rea: a person" in done.stderr
    answer = working.center.client().post(
        "/oauth2/token",
        data={"grant_type": "client_credentials", **{field: made[0][field] for field in made[0] if field != "role"}},
    )
    assert answer.status_code == 200, answer.text
    assert "name a new file" in root(*wanted, "--credentials", str(file), status=2).stderr
    assert "written: 0 client secrets" in root(*wanted, "--credentials", str(tmp_path / "more.jsonl")).stderr


def test_a_stronger_account_is_named_before_the_question(working: Migration, root: Terminal, tmp_path: Path) -> None:
    working.center.make(an_administrator, "boss")
    ended = root("import", "prod", "--apply", "--yes", status=1)
    assert "boss (becomes boss): the account holds 4 on everything" in ended.stdout
    assert "nothing was made" in ended.stderr
    assert "shop" not in root("tenants", "list").stdout
