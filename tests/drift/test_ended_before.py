"""Rights given before a place was lost end, although something came between the comparison and their end."""

import pytest

from app.access.limits import Limits
from app.desired_state.drift import ended_rights, runs
from app.grants.networks import lists
from app.grants.networks.models import NetworkList
from tests.drift.conftest import TOPIC, Drifting
from tests.drift.test_ended_rights import granted_places, line_of_rights
from tests.factories import TOPIC as ON_TOPIC
from tests.factories import Person, a_grant, a_user


@pytest.fixture
def after_a_kill(drifting: Drifting, reader: Person, monkeypatch: pytest.MonkeyPatch) -> Drifting:
    """The worker was killed after it had stored that the topic is missing, before its rights ended."""

    class Killed(BaseException):
        pass

    def die(*_: object) -> None:
        raise Killed

    drifting.played.topics.clear()
    with monkeypatch.context() as patched:
        patched.setattr(ended_rights, "end_missing", lambda *_: None)
        patched.setattr(runs, "_end", die)
        with pytest.raises(Killed):
            drifting.compare()
    assert granted_places(drifting, reader) == [TOPIC]
    return drifting


def test_rights_end_though_the_place_was_made_again_after_a_kill(after_a_kill: Drifting, reader: Person) -> None:
    after_a_kill.played.topics[TOPIC] = 2
    after_a_kill.compare(later=runs.CLAIM_MS)
    assert granted_places(after_a_kill, reader) == []
    assert line_of_rights(after_a_kill)["state"] == "open"


def test_rights_end_though_the_place_is_repaired_after_a_kill(after_a_kill: Drifting, reader: Person) -> None:
    (line,) = [line for line in after_a_kill.lines() if line["field"] == "resource"]
    after_a_kill.done("repair", line)
    assert granted_places(after_a_kill, reader) == []
    after_a_kill.provision()
    after_a_kill.compare(later=runs.CLAIM_MS)
    assert granted_places(after_a_kill, reader) == []


@pytest.mark.parametrize("again", [True, False])
def test_a_list_of_networks_that_was_deleted_since(drifting: Drifting, *, again: bool) -> None:
    """What ended was limited to it: a list of the same name made later may let in everybody."""
    center = drifting.center
    office = center.make(lists.create, "test", "office", ["10.0.0.0/8"]).id
    within, free = (center.make(a_user, name) for name in ("within", "free"))
    center.make(a_grant, within, [303], ON_TOPIC, drifting.topic, limits=Limits(networks=("@office",)))
    center.make(a_grant, free, [303], ON_TOPIC, drifting.topic)
    drifting.compare()
    drifting.played.topics.clear()
    drifting.compare()
    assert drifting.root.delete(f"/api/v1/networks/{office}", headers={"If-Match": "*"}).status_code == 204
    if again:
        center.make(lambda session: time_passes(lists.create(session, "test", "office", ["0.0.0.0/0"])))
    line = drifting.done("repair", line_of_rights(drifting))
    assert (line["state"], "office" in str(line["message"])) == ("open", True)
    assert (granted_places(drifting, within), granted_places(drifting, free)) == ([], [TOPIC])


def time_passes(made: NetworkList) -> None:
    """As if it was made a moment later."""
    made.add_time += 1_000
