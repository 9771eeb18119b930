"""The commands of docs/operators/backup.md that are marked as tested, in their order, in a shell."""

import re
from pathlib import Path

from tests.cli.terminal import TOP, Terminal
from tests.conftest import SECRET

PAGE = TOP / "docs" / "operators" / "backup.md"
_BLOCK = re.compile(r"<!-- tested -->\n```sh\n(.*?)```", re.DOTALL)


def test_the_commands_of_the_page_work(tmp_path: Path) -> None:
    settings = {"PUC_ENVIRONMENT": "development", "PUC_DATABASE_URL": "sqlite:///center.db", "PUC_SECRET_KEY": SECRET}
    (tmp_path / "backup.key").write_text("Zk3vQ8rT1yWn5uPd7sXb2mGh9cJf4aLe6oRi0tVq\n")
    keys = {"PUC_BACKUP_KEY_FILE": "backup.key", "NEW_DATABASE": "sqlite:///new.db"}
    terminal = Terminal(tmp_path, {**settings, **keys})
    terminal("migrate")
    terminal("create-admin", "alice")
    told = {
        line: terminal.shell(line).stdout
        for block in _BLOCK.findall(PAGE.read_text())
        for line in block.split("\n")[:-1]
    }
    assert len(told) == 7
    assert [line for line, answer in told.items() if "--verify" in line and "is whole" not in answer] == []
    assert sum("begins with revision" in answer for answer in told.values()) == 2
    assert {file.name for file in tmp_path.iterdir()} >= {"drill.db", "new.db"}
