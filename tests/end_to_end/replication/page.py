"""Runs the commands of docs/operators/geo-replication.md in their order, against the center and the cluster `east`."""

import re
import shlex
from pathlib import Path

from tests.end_to_end.center.operator_program import OperatorProgram
from tests.end_to_end.clients.java import JavaSignIn, PulsarAdmin
from tests.end_to_end.replication.conftest import Two

_PAGE = Path(__file__).parents[3] / "docs" / "operators" / "geo-replication.md"
_SHELL = re.compile(r"^```sh\n(.*?)^```", re.DOTALL | re.MULTILINE)


def sections() -> dict[str, list[str]]:
    """Heading → the commands below it."""
    parts = _PAGE.read_text(encoding="utf-8").split("\n## ")
    found = {part.partition("\n")[0]: _SHELL.findall(part) for part in parts}
    return {name: "".join(blocks).splitlines() for name, blocks in found.items() if blocks}


def run(two: Two, commands: list[str]) -> dict[str, str]:
    """Command → what it printed. Raises AssertionError when one fails."""
    usercenter = OperatorProgram(two.estate.center.url, two.estate.admin.api_token(commands[0]), lambda _: None)
    said = {}
    for line in commands:
        program, *typed = shlex.split(_here(two, line))
        said[line] = usercenter(*typed, wanted="") if program == "usercenter" else _pulsar_admin(two, typed)
    return said


def _pulsar_admin(two: Two, typed: list[str]) -> str:
    east, token = two.east.broker, (two.estate.directory / "east-broker.jwt").read_text()
    admin = PulsarAdmin(
        two.estate.directory / "pulsar-admin", east.admin_url, east.service_url, JavaSignIn.token(token.strip())
    )
    status, said = admin(*typed)
    assert status == 0, f"{typed}: {said}"
    return str(said)


def _here(two: Two, line: str) -> str:
    west = two.west.broker
    return line.replace("http://west.example:8080", west.admin_url).replace(
        "pulsar://west.example:6650", west.service_url
    )
