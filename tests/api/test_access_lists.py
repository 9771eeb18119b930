"""The lists of rights on a resource and of a user: their contents, pages and readers."""

from sqlalchemy.orm import Session

from app.resources.models import Namespace
from tests.api import listed_worlds
from tests.api.listed_worlds import pages
from tests.api.statements import statements
from tests.center import Center
from tests.factories import NAMESPACE, TENANT, TOPIC, a_grant, a_topic, a_user, an_administrator


def test_inherited_and_limited_are_marked(center: Center) -> None:
    center.make(listed_worlds.estate)
    main = center.make(a_user, "main")
    sub = center.make(a_user, "sub", parent=main)
    wide = center.make(a_grant, main, [102], TENANT, 1)
    both = center.make(a_grant, sub, [302, 303], NAMESPACE, 1)
    admin = center.with_token(center.make(an_administrator, "admin"))
    address = {"res_type": TOPIC, "res_id": 1}
    found = {person["username"]: person for person in pages(admin, "access/principals", **address)}
    assert sorted(found) == ["admin", "main", "sub"]
    assert [(grant["id"], grant["resource"], grant["inherited"]) for grant in found["main"]["grants"]] == [
        (wide.id, "acme", True)
    ]
    assert [(grant["id"], grant["limited_by_main"]) for grant in found["sub"]["grants"]] == [(both.id, "partly")]
    assert [authority["id"] for authority in found["sub"]["effective"]] == [302]
    assert (found["sub"]["main_account"], found["main"]["main_account"]) == ("main", None)
    readers = [person["username"] for person in pages(admin, "access/principals", right="read", **address)]
    assert readers == ["sub", "admin"]
    writers = [person["username"] for person in pages(admin, "access/principals", authority=302, q="m", **address)]
    assert writers == ["main", "admin"]
    (place,) = pages(center.with_token(sub), f"users/{sub.id}/rights")
    assert [(right["id"], right["limited_by_main"]) for right in place["rights"]] == [(302, "no"), (303, "entirely")]
    (only,) = pages(center.with_token(sub), f"users/{sub.id}/rights", authority=303, res_type=3, tenant_id=1)
    assert [right["id"] for right in only["rights"]] == [303]
    assert list(pages(center.with_token(sub), f"users/{sub.id}/rights", tenant_id=2)) == []


def test_a_grant_on_the_root_is_limited_to_what_the_main_account_holds_on_a_cluster(center: Center) -> None:
    center.make(listed_worlds.estate)
    main, other = center.make(a_user, "main"), center.make(a_user, "other")
    limited, without = center.make(a_user, "some", parent=main), center.make(a_user, "none", parent=other)
    center.make(a_grant, main, [302], TOPIC, 1)
    for sub, limit in ((limited, "partly"), (without, "entirely")):
        center.make(a_grant, sub, [102], 0, 0)
        (place,) = pages(center.with_token(sub), f"users/{sub.id}/rights")
        assert [(right["id"], right["limited_by_main"]) for right in place["rights"]] == [(102, limit)]


def test_readers_of_a_topic_are_listed_on_its_dead_letter_topic(center: Center) -> None:
    center.make(listed_worlds.estate)
    reader = center.make(a_user, "reader")
    center.make(a_grant, reader, [303], TOPIC, 1)
    admin = center.with_token(center.make(an_administrator, "admin"))
    found = {
        person["username"]: person
        for person in pages(admin, "access/principals", res_type=TOPIC, res_id=2, right="write")
    }
    assert [grant["by_reading"] for grant in found["reader"]["grants"]] == [True]
    assert [authority["id"] for authority in found["reader"]["effective"]] == [302, 303]


def test_who_may_look(center: Center) -> None:
    center.make(listed_worlds.estate)
    main, stranger = center.make(a_user, "main"), center.make(a_user, "stranger")
    sub = center.make(a_user, "sub", parent=main)
    center.make(a_grant, center.make(a_user, "owner"), [303], TOPIC, 1)
    for person in (main, sub):
        center.make(a_grant, person, [303], TOPIC, 1)
    address = "/api/v1/access/principals?res_type=4&res_id=1"
    assert center.with_token(stranger).get(address).status_code == 404
    assert [person["username"] for person in center.with_token(main).get(address).json()["items"]] == ["main", "sub"]
    assert [person["username"] for person in center.with_token(sub).get(address).json()["items"]] == ["sub"]
    center.make(a_grant, main, [304], TOPIC, 1)
    assert len(center.with_token(main).get(address).json()["items"]) == 3
    assert center.with_token(main).get("/api/v1/access/principals?res_type=4&res_id=99").status_code == 404
    assert center.with_token(main).get("/api/v1/access/principals?res_type=0&res_id=0").status_code == 404
    assert center.with_token(main).get(f"/api/v1/users/{sub.id}/rights").status_code == 200
    assert center.with_token(sub).get(f"/api/v1/users/{main.id}/rights").status_code == 403
    assert center.with_token(stranger).get(f"/api/v1/users/{main.id}/rights").status_code == 404


def test_wrong_input(center: Center) -> None:
    center.make(listed_worlds.estate)
    admin = center.with_token(center.make(an_administrator, "admin"))
    codes = [
        admin.get(f"/api/v1/{address}").json()["code"]
        for address in (
            "access/principals?res_type=4&res_id=1&authority=999",
            "access/principals?res_type=4&res_id=1&right=fly",
            "access/principals?res_type=4&res_id=1&cursor=x",
            "access/principals?res_type=5&res_id=1",
            "users/1/rights?cursor=bm8",
            "users/99/rights",
        )
    ]
    assert codes == ["unknown_authority", *["invalid_input"] * 4, "not_found"]


def test_pages_take_the_same_statements_for_few_and_for_many(center: Center) -> None:
    center.make(listed_worlds.estate)
    admin, main = center.with_token(center.make(an_administrator, "admin")), center.make(a_user, "main")
    sub = center.make(a_user, "sub", parent=main)
    counted = []
    for number in (1, 2, 12):
        for _ in range(number):
            topic = center.make(a_topic, center.read(_orders))
            center.make(a_grant, main, [302], TOPIC, topic.id)
            center.make(a_grant, sub, [302], TOPIC, topic.id)
            center.make(a_grant, center.make(a_user, parent=main), [103], TENANT, 1)
        with statements(center) as seen:
            people = admin.get("/api/v1/access/principals?res_type=4&res_id=1").json()
            rights = admin.get(f"/api/v1/users/{sub.id}/rights").json()
        counted.append((len(seen), len(people["items"]), len(rights["items"])))
    assert counted[1][0] == counted[2][0]  # at first the administrator was not known
    assert counted[2][1] - counted[1][1] == counted[2][2] - counted[1][2] == 12


def _orders(session: Session) -> Namespace:
    return session.get_one(Namespace, 1)
