"""The secrets of the settings are in nothing that a process says, whether it starts or not."""

import secrets
from pathlib import Path

import pytest

from tests.cli.terminal import Terminal
from tests.serving.test_start import SAFE

ADDRESSES = {
    "nobody answers": "postgresql+psycopg://center:{}@127.0.0.1:1/center",
    "nobody answers, MySQL": "mysql+pymysql://center:{}@127.0.0.1:1/center",
    "a slash in the password": "postgresql+psycopg://center:{}/x@127.0.0.1:1/center",
    "an at sign in the password": "postgresql+psycopg://center:x@{}@127.0.0.1:1/center",
    "a colon in the password": "postgresql+psycopg://center:x:{}@127.0.0.1:1/center",
    "a hash in the password": "postgresql+psycopg://center:x#{}@127.0.0.1:1/center",
    "no port": "postgresql+psycopg://center:x@127.0.0.1:{}/center",
    "no such driver": "oracle://center:{}@127.0.0.1:1/center",
    "no address": "{}",
    "an option": "postgresql+psycopg://center@127.0.0.1:1/center?password={}",
}


@pytest.mark.parametrize("case", ADDRESSES)
def test_a_wrong_address_of_the_database_tells_no_password(tmp_path: Path, case: str) -> None:
    canary = f"Canary{secrets.token_hex(8)}"
    said = _output(tmp_path, **SAFE, PUC_DATABASE_URL=ADDRESSES[case].format(canary))
    assert "PUC_DATABASE_URL" in said
    assert "Traceback" not in said
    assert canary not in said


@pytest.mark.parametrize("name", ["PUC_SECRET_KEY", "PUC_SECRET_KEY_PREVIOUS", "PUC_KEY_ENCRYPTION_KEY"])
def test_a_refused_start_tells_no_key(tmp_path: Path, name: str) -> None:
    canary = f"Canary{secrets.token_hex(4)}"  # too short
    said = _output(tmp_path, **{**SAFE, name: canary, "PUC_PORT": "eighty"})
    assert canary not in said


def _output(directory: Path, **environment: str) -> str:
    done = Terminal(directory, environment)("migrate", status=2)
    return done.stdout + done.stderr
