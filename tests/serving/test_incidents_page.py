"""docs/operators/incidents.md: its commands in a shell beside a center that runs, and the words that it sends to."""

import json
import re
from pathlib import Path

from app.maintenance.doctor import examination
from tests.cli.terminal import TOP, Terminal
from tests.end_to_end.center.process import CenterProcess

PAGE = (TOP / "docs" / "operators" / "incidents.md").read_text(encoding="utf-8")
CODES = json.loads((TOP / "app/platform/problem_codes.json").read_text(encoding="utf-8"))
_BLOCK = re.compile(r"<!-- tested -->\n```sh\n(.*?)```", re.DOTALL)


def test_the_commands_of_the_page_work(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    own = {"PUC_DATABASE_URL": f"sqlite:///{tmp_path / 'data/user-center.db'}", "PUC_CONSOLE_DIRECTORY": "none"}
    center = CenterProcess(tmp_path, **own)
    center.start()
    settings = {name: value for name, value in center.environment().items() if name.startswith("PUC_")}
    lines = [line for block in _BLOCK.findall(PAGE) for line in block.splitlines()]
    try:
        here = Terminal(tmp_path, settings)
        done = [here.shell(line.replace("127.0.0.1:8080", f"127.0.0.1:{center.port}"), None) for line in lines]
    finally:
        center.stop()
    assert [command.args for command in done if command.returncode and "doctor" not in command.args] == []
    live, ready, metrics, doctor, log, room, largest = (command.stdout for command in done)
    assert '"status":"ok"' in live
    assert '"revision":' in ready
    assert {"puc_database_writable 1.0", 'puc_jobs{state="failed"} 0.0'} < set(metrics.splitlines())
    assert "ok       database.reachable" in doctor
    assert "the console is not there" in log
    assert "Avail" in room
    assert "user-center.db" in largest


def test_the_checks_and_codes_of_the_page_exist() -> None:
    named = set(re.findall(r"`([a-z_]+\.[a-z_]+)`", PAGE))
    assert len(named) > 10
    assert named <= set(examination.NAMES)
    codes = set(re.findall(r"(?:503|429|421) `(\w+)`", PAGE))
    assert {"database_not_writable", "key_differs"} < codes
    assert codes <= set(CODES)
