"""Waiting says what was seen last, so that a run that failed at night can be read in the morning; ports are apart."""

import subprocess
import sys

import pytest

from tests.end_to_end.ports import free_ports
from tests.end_to_end.waiting import wait_until


def test_a_timeout_names_what_was_seen_last() -> None:
    report: dict[str, int] = {}

    def grows() -> bool:
        report["brokers"] = report.get("brokers", 0) + 1
        return False

    with pytest.raises(TimeoutError) as gave_up:
        wait_until("three brokers", grows, seconds=0, last=report)
    assert str(gave_up.value) == f"not within 0 s: three brokers; last seen: {report}"
    with pytest.raises(TimeoutError, match="last seen: 7 of 9"):
        wait_until("nine", lambda: False, seconds=0, last=lambda: "7 of 9")
    with pytest.raises(TimeoutError, match=r"last seen: \[\]"):
        wait_until("a row", lambda: [], seconds=0)


def test_waiting_ends_with_the_first_answer() -> None:
    answers = iter([None, "", "there"])
    assert wait_until("an answer", lambda: next(answers), pause=0) >= 0
    assert list(answers) == []


def test_no_other_process_gets_a_port_of_this_one() -> None:
    ours = set(free_ports(120))
    script = "from tests.end_to_end.ports import free_ports; print(*free_ports(120))"
    theirs = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert not {int(port) for port in theirs.split()} & ours
