"""Waiting tells what was seen last, so that a run that failed at night can be read in the morning."""

import pytest

from tests.end_to_end.waiting import wait_until


def test_who_gives_up_says_what_was_seen_last() -> None:
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


def test_what_comes_is_not_waited_for_again() -> None:
    answers = iter([None, "", "there"])
    assert wait_until("an answer", lambda: next(answers), pause=0) >= 0
    assert list(answers) == []
