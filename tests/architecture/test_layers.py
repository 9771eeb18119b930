"""The import contract of pyproject.toml holds."""

import subprocess
import sys
from pathlib import Path

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
