"""What is switched off is marked wherever grants and rights are listed."""

import pytest
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.resources.models import Namespace, Tenant, Topic
from tests.api import listed_worlds
from tests.api.listed_worlds import pages
from tests.center import Center
from tests.factories import CLUSTER, NAMESPACE, ROOT, TENANT, TOPIC, Person, a_grant, an_administrator

pytestmark = pytest.mark.any_database


def test_what_is_switched_off_is_marked(center: Center, alice: Person) -> None:
    center.make(listed_worlds.estate)
    center.make(a_grant, alice, [303], TOPIC, 1)
    client = center.with_token(alice)
    assert [place["resource_invalid"] for place in pages(client, f"users/{alice.id}/rights")] == [False]
    here = "access/principals", {"res_type": TOPIC, "res_id": 1}
    assert [principal["resource_invalid"] for principal in pages(client, here[0], **here[1])] == [False]
    assert [grant["resource_invalid"] for grant in pages(client, "grants")] == [False]
    center.make(_switch_off)
    assert [place["resource_invalid"] for place in pages(client, f"users/{alice.id}/rights")] == [True]
    assert [grant["resource_invalid"] for grant in pages(client, "grants")] == [True]
    assert [principal["resource_invalid"] for principal in pages(client, here[0], **here[1])] == [True]


def test_grants_on_switched_off_places_are_marked(center: Center, alice: Person) -> None:
    """Marked are the place, what is in it and what serves it, but nothing beside or above it."""
    center.make(listed_worlds.estate)
    places = [(TENANT, 1), (NAMESPACE, 1), (NAMESPACE, 2), (TOPIC, 1), (TOPIC, 2), (TOPIC, 3), (CLUSTER, 1), (ROOT, 0)]
    for place in places:
        center.make(a_grant, alice, [103 if place[0] < 2 else 303], *place)
    client = center.with_token(center.make(an_administrator, "admin"))

    def marked_places() -> set[tuple[int, int]]:
        found = pages(client, "grants", user_id=alice.id)
        return {(grant["res_type"], grant["res_id"]) for grant in found if grant["resource_invalid"]}

    assert marked_places() == set()
    for model, expected in (
        (Topic, {(TOPIC, 1), (TOPIC, 2)}),
        (Namespace, {(NAMESPACE, 1), (TOPIC, 1), (TOPIC, 2), (TOPIC, 3)}),
        (Tenant, {*places} - {(CLUSTER, 1), (ROOT, 0)}),
    ):
        center.make(_switch_off, model)
        assert marked_places() == expected


def _switch_off(session: Session, model: type[Tenant | Namespace | Topic] = Tenant) -> None:
    place = session.get_one(model, 1)
    assert isinstance(place, Tenant | Namespace | Topic)
    place.is_valid = 2
    contents = {"is_valid": 1}, {"is_valid": 2}  # rights are kept until the trail has an entry about them
    trail.record(session, "test", "tenant.update", "acme", before=contents[0], after=contents[1])
