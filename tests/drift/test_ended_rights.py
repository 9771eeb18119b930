"""Rights on a place that a cluster lost end, wait in a line, and are given again by whoever may give them."""

from sqlalchemy import update

from app.access.names import ResourceType
from app.audit.trail import trail
from app.grants.models import Grant
from app.identity import users
from app.platform.clock import now_ms
from app.resources import deletion
from app.resources.job_order import PENDING
from app.resources.models import ProvisioningJob
from tests.drift.conftest import TOPIC, Drifting
from tests.factories import NAMESPACE, TENANT, Person, a_grant, a_user
from tests.factories import TOPIC as ON_TOPIC

_DAY_MS = 24 * 3_600_000


def granted_places(drifting: Drifting, person: Person, res_type: int = ON_TOPIC) -> list[str]:
    """The places on which the person has a grant."""
    found = drifting.get("/api/v1/grants", res_type=res_type)["items"]
    return [grant["resource"] for grant in found if grant["role_name"] == person.username]


def line_of_rights(drifting: Drifting) -> dict[str, object]:
    """The open line of the reader's rights."""
    (found,) = [line for line in drifting.lines() if line["field"] == "rights"]
    return found


def test_ended_rights_wait_for_an_answer_and_are_given_again(drifting: Drifting, reader: Person) -> None:
    drifting.played.topics.clear()
    drifting.compare()
    assert granted_places(drifting, reader) == []
    line = line_of_rights(drifting)
    assert (line["kind"], line["place"], line["calls"]) == ("missing", TOPIC, [])
    drifting.played.topics[TOPIC] = 2  # somebody has made another one of that name
    drifting.compare()
    assert [line["id"] for line in drifting.lines()] == [line["id"]]
    assert granted_places(drifting, reader) == []
    assert drifting.done("repair", line)["state"] == "gone"
    assert granted_places(drifting, reader) == [TOPIC]
    assert (drifting.compare()["found"], drifting.lines()) == (0, [])
    entries = drifting.center.read(trail.entries, entity="drift")
    assert (entries[0].actor, entries[0].action) == ("drift", "drift.ended")
    assert entries[-1].action == "drift.repair"


def test_a_place_that_was_never_there_is_not_missing(drifting: Drifting, reader: Person) -> None:
    with drifting.center.database.writing() as session:
        session.execute(update(ProvisioningJob).values(state=PENDING, next_try=now_ms() + _DAY_MS))
    drifting.played.topics.clear()
    drifting.compare()
    assert (granted_places(drifting, reader), drifting.lines()) == ([TOPIC], [])


def test_grants_given_since_stay_when_rights_end(drifting: Drifting, reader: Person) -> None:
    drifting.played.topics.clear()
    drifting.compare()
    later = drifting.center.make(a_user, "later")
    drifting.center.make(a_grant, later, [303], ON_TOPIC, drifting.topic)
    drifting.compare()
    assert (granted_places(drifting, reader), granted_places(drifting, later)) == ([], [TOPIC])


def test_an_accepted_line_ends_nothing(drifting: Drifting) -> None:
    drifting.played.topics.clear()
    drifting.compare()
    line = next(line for line in drifting.lines() if line["field"] == "resource")
    drifting.done("accept", line, until=now_ms() + _DAY_MS, reason="made by its producers")
    person = drifting.center.make(a_user, "reader")
    given = drifting.center.make(a_grant, person, [303], ON_TOPIC, drifting.topic).id
    drifting.center.make(lambda session: setattr(session.get_one(Grant, given), "add_time", 1))
    drifting.compare()
    assert granted_places(drifting, person) == [TOPIC]


def test_an_accepted_loss_ends_nothing_when_what_it_lies_in_is_lost_later(drifting: Drifting) -> None:
    drifting.played.topics.clear()
    drifting.compare()
    line = next(line for line in drifting.lines() if line["field"] == "resource")
    drifting.done("accept", line, until=now_ms() + _DAY_MS, reason="made by its producers")
    person = drifting.center.make(a_user, "reader")
    drifting.center.make(a_grant, person, [303], ON_TOPIC, drifting.topic)
    drifting.center.make(a_grant, person, [203], NAMESPACE, drifting.namespace)
    drifting.played.namespaces.clear()
    drifting.compare()
    assert (granted_places(drifting, person), granted_places(drifting, person, NAMESPACE)) == ([TOPIC], [])


def test_ending_rights_for_good_can_be_undone(drifting: Drifting, reader: Person) -> None:
    drifting.played.topics.clear()
    drifting.compare()
    adopted = drifting.done("adopt", line_of_rights(drifting))
    assert (adopted["state"], adopted["may_be_undone"]) == ("gone", True)
    drifting.compare()
    assert [line["field"] for line in drifting.lines()] == ["resource"]
    assert drifting.done("undo", adopted)["state"] == "open"
    drifting.done("repair", line_of_rights(drifting))
    assert granted_places(drifting, reader) == [TOPIC]


def test_rights_that_cannot_be_given_again_stay_with_the_reason(drifting: Drifting, reader: Person) -> None:
    other = drifting.center.make(a_user, "other")
    drifting.center.make(a_grant, other, [302], ON_TOPIC, drifting.topic)
    drifting.played.topics.clear()
    drifting.compare()
    _set_status(drifting, other, "disabled")
    line = drifting.done("repair", line_of_rights(drifting))
    assert (line["state"], [right["authorities"] for right in line["wished"]]) == ("open", [[302]])
    assert "other" in str(line["message"])
    assert granted_places(drifting, reader) == [TOPIC]
    assert drifting.answer("repair", line).json()["code"] == "not_repairable"
    _set_status(drifting, other, "active")
    assert drifting.done("repair", line)["state"] == "gone"


def test_giving_again_needs_the_right_to_give_it(drifting: Drifting, reader: Person) -> None:
    keeper = drifting.center.make(a_user, "keeper")
    drifting.center.make(a_grant, keeper, [104, 304], TENANT, drifting.tenant)
    drifting.played.topics.clear()
    drifting.compare()
    line, by = line_of_rights(drifting), drifting.center.signed_in(keeper)
    refused = drifting.answer("repair", line, by)
    assert (refused.status_code, refused.json()["code"]) == (403, "not_held")
    drifting.center.make(a_grant, keeper, [303], TENANT, drifting.tenant)
    assert drifting.answer("repair", line, by).json()["state"] == "open"
    assert granted_places(drifting, reader) == [TOPIC]


def test_the_line_goes_with_its_place(drifting: Drifting, reader: Person) -> None:
    drifting.played.topics.clear()
    drifting.compare()
    resource = next(line for line in drifting.lines() if line["field"] == "resource")
    drifting.done("adopt", resource, confirm=TOPIC)
    drifting.compare()
    with drifting.center.database.writing() as session:
        deletion.finish(session, ResourceType.TOPIC, drifting.topic)
    drifting.compare()
    assert drifting.lines() == []


def _set_status(drifting: Drifting, person: Person, status: str) -> None:
    drifting.center.make(lambda session: users.change(session, "test", users.find(session, person.id), status=status))
