"""The commands of docs/operators/backup.md that are marked as tested, in their order, in a shell; the steps of
docs/operating.md after a copy by other tools."""

import re
import shutil
from pathlib import Path

from tests.cli.terminal import TOP, Terminal
from tests.conftest import SECRET
from tests.end_to_end.center.api import CenterApi
from tests.end_to_end.center.process import QUICK_HASHES, CenterProcess

PAGE = TOP / "docs" / "operators" / "backup.md"
_BLOCK = re.compile(r"<!-- tested -->\n```sh\n(.*?)```", re.DOTALL)


def test_the_commands_of_the_page_work(tmp_path: Path) -> None:
    settings = {"PUC_ENVIRONMENT": "development", "PUC_DATABASE_URL": "sqlite:///center.db", "PUC_SECRET_KEY": SECRET}
    (tmp_path / "backup.key").write_text("Zk3vQ8rT1yWn5uPd7sXb2mGh9cJf4aLe6oRi0tVq\n")
    keys = {"PUC_BACKUP_KEY_FILE": "backup.key", "NEW_DATABASE": "sqlite:///new.db"}
    terminal = Terminal(tmp_path, {**settings, **keys})
    terminal("migrate")
    terminal("create-admin", "alice")
    outputs = {
        line: terminal.shell(line).stdout
        for block in _BLOCK.findall(PAGE.read_text())
        for line in block.split("\n")[:-1]
    }
    assert len(outputs) == 7
    assert [line for line, answer in outputs.items() if "--verify" in line and "is whole" not in answer] == []
    assert sum("begins with revision" in answer for answer in outputs.values()) == 2
    assert {file.name for file in tmp_path.iterdir()} >= {"drill.db", "new.db"}


def test_after_a_copy_by_other_tools_the_steps_work_in_their_order(tmp_path: Path) -> None:
    text = (TOP / "docs/operating.md").read_text(encoding="utf-8").split("## Back-up and restore")[1].split("\n## ")[0]
    run, *others = re.findall(r"^ *```sh\n(.*?)```", text, re.MULTILINE | re.DOTALL)
    center = CenterProcess(tmp_path / "center", **QUICK_HASHES)
    center.start()
    admin = CenterApi.first_sign_in(center.url, *center.first_administrator())
    terminal = Terminal(tmp_path, {"PUC_SERVER": center.url, "PUC_TOKEN": admin.api_token("operator")})
    head = terminal("trail", "head").stdout.strip()
    center.stop()
    shutil.copytree(center.directory, tmp_path / "copy")
    center.start()
    admin.post("/api/v1/groups", name="lost with the copy")
    admin.close()
    center.stop()
    shutil.rmtree(center.directory)
    shutil.copytree(tmp_path / "copy", center.directory)
    center.settings |= dict(word.split("=") for word in run.split() if "=" in word and "PORT" not in word)
    center.start()
    own = {name: value for name, value in center.environment().items() if name.startswith("PUC_")}
    terminal.environment |= own
    try:
        lines = [line.strip() for line in "\n".join(others).splitlines() if line.strip().startswith("usercenter")]
        outputs = [terminal.shell(line.replace("REVISION:HASH", head)).stdout for line in lines]
    finally:
        center.stop()
    assert "The trail is intact" in outputs[0]
    assert len(outputs) == 3
    assert outputs[2].strip() != head, "it has the new epoch"
