"""Rights given before a place was lost end, although something came between the comparison and their end."""

import pytest

from app.drift import ended_rights, runs
from tests.drift.conftest import TOPIC, Drifting
from tests.drift.test_ended_rights import held, rights
from tests.factories import TOPIC as ON_TOPIC
from tests.factories import Person, a_grant, a_user


@pytest.fixture
def reader(drifting: Drifting) -> Person:
    """May read the topic, by a grant on it."""
    person = drifting.center.make(a_user, "reader")
    drifting.center.make(a_grant, person, [303], ON_TOPIC, drifting.topic)
    drifting.compare()
    return person


@pytest.fixture
def killed(drifting: Drifting, reader: Person, monkeypatch: pytest.MonkeyPatch) -> Drifting:
    """The worker was killed after it had stored that the topic is missing, before its rights ended."""

    class Killed(BaseException):
        pass

    def dies(*_: object) -> None:
        raise Killed

    drifting.played.topics.clear()
    with monkeypatch.context() as patched:
        patched.setattr(ended_rights, "end_missing", lambda *_: None)
        patched.setattr(runs, "_ended", dies)
        with pytest.raises(Killed):
            drifting.compare()
    assert held(drifting, reader) == [TOPIC]
    return drifting


def test_a_killed_worker_and_somebody_made_the_place_again(killed: Drifting, reader: Person) -> None:
    killed.played.topics[TOPIC] = 2
    killed.compare(later=runs.CLAIM_MS)
    assert held(killed, reader) == []
    assert rights(killed)["state"] == "open"


def test_a_killed_worker_and_the_place_is_repaired(killed: Drifting, reader: Person) -> None:
    (line,) = [one for one in killed.lines() if one["field"] == "resource"]
    killed.done("repair", line)
    assert held(killed, reader) == []
    killed.provision()
    killed.compare(later=runs.CLAIM_MS)
    assert held(killed, reader) == []
