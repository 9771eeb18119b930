"""What ends next: all credentials with an end, the soonest first, page by page; only what the caller may see."""

from typing import Any

import httpx
import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from app.identity.models import ClientKey, ClientSecret, User
from app.platform.clock import now_ms
from app.rights.inquiry import ending
from app.tokens.models import ApiToken
from tests.center import Center
from tests.factories import Person, a_service, a_user, an_administrator

DAY = 24 * 3_600_000


def read(client: httpx.Client, **query: Any) -> list[dict[str, Any]]:
    """All items, three of a page, whose number is told on each."""
    items: list[dict[str, Any]] = []
    cursor: str | None = None
    while True:
        asked = {"limit": 3, **query, **({"cursor": cursor} if cursor else {})}
        answer = client.get("/api/v1/credentials/ending", params=asked)
        assert answer.status_code == 200, answer.text
        items += answer.json()["items"]
        total = answer.json()["total"]
        cursor = answer.json()["next_cursor"]
        if cursor is None:
            assert total == len(items)
            return items


def _credentials(session: Session, user: Person, ends: int | None, number: int) -> None:
    """A secret, a key and a token that end at the same time; each number once."""
    made = {"user_id": user.id, "add_time": 1, "valid_until": ends}
    key = {"kid": f"k{number}", "thumbprint": f"{number:064}", "alg": "ES256", "public_jwk": "{}", "name": f"k{number}"}
    session.add(ClientSecret(**made, secret_hash=f"{number:064}", hint=f"h{number}", last_use=number))
    session.add(ClientKey(**made, **key))
    if ends is not None:
        session.add(ApiToken(**made, jti=f"j{number}", name=f"t{number}", audiences="pulsar"))


def _world(session: Session) -> dict[str, Person]:
    now, owner = now_ms(), a_user(session, "owner")
    people = {"owner": owner, "sub": a_user(session, "sub", kind="service", parent=owner)}
    people |= {"other": a_service(session, "other"), "new": a_user(session, "new"), "root": an_administrator(session)}
    for number, (name, days) in enumerate([("other", 3), ("sub", 2), ("other", 2), ("sub", -1)], 1):
        _credentials(session, people[name], now + days * DAY, number)
    _credentials(session, people["sub"], None, 9)
    revoked = {"jti": "revoked", "name": "revoked", "audiences": "pulsar", "revoke_time": 1}
    session.add(ApiToken(user_id=people["sub"].id, add_time=1, valid_until=now + DAY, **revoked))
    new = session.get_one(User, people["new"].id)
    new.must_change, new.initial_until = 1, now + DAY
    return people


@pytest.fixture
def people(center: Center) -> dict[str, Person]:
    return center.make(_world)


def test_an_administrator_sees_all_that_end_the_soonest_first(center: Center, people: dict[str, Person]) -> None:
    items = read(center.with_token(people["root"]))
    assert [(item["username"], item["kind"], item["name"]) for item in items[:1]] == [("new", "one_time", "")]
    ends = [item["valid_until"] for item in items]
    assert ends == sorted(ends)
    letters = {"secret": "h", "key": "k", "token": "t"}
    assert {(item["kind"], item["name"]) for item in items[1:]} == {
        (kind, f"{letter}{number}") for kind, letter in letters.items() for number in (1, 2, 3)
    }
    assert {item["last_use"] for item in items if item["name"] == "h1"} == {1}


def test_others_see_their_own_and_those_of_their_sub_accounts(center: Center, people: dict[str, Person]) -> None:
    for name, seen in (("owner", {"sub"}), ("sub", {"sub"}), ("other", {"other"})):
        assert {item["username"] for item in read(center.with_token(people[name]))} == seen
    assert read(center.with_token(center.make(a_user))) == []


def test_it_is_filtered_by_kind_and_by_user(center: Center, people: dict[str, Person]) -> None:
    root = center.with_token(people["root"])
    assert [item["name"] for item in read(root, kind="token", q="OTH")] == ["t3", "t1"]
    assert [item["username"] for item in read(root, kind="one_time")] == ["new"]


def test_a_cursor_of_another_list_is_refused(center: Center, people: dict[str, Person]) -> None:
    root = center.with_token(people["root"])
    cursor = root.get("/api/v1/credentials/ending", params={"limit": 1}).json()["next_cursor"]
    answer = root.get("/api/v1/credentials/ending", params={"limit": 1, "kind": "key", "cursor": cursor})
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "cursor")


@pytest.mark.any_database
@pytest.mark.parametrize("kind", ending.KINDS)
def test_each_kind_is_read_by_an_index_in_its_order(center: Center, kind: ending.Kind) -> None:
    def plan(session: Session) -> str:
        end = ending.queries([], 1, [kind])[kind].order_by(*ending.order(kind)).limit(10)
        compiled = end.compile(session.get_bind(), compile_kwargs={"literal_binds": True})
        return " ".join(row[3] for row in session.execute(text(f"EXPLAIN QUERY PLAN {compiled}")))

    found = center.read(plan)
    assert "_until" in found, found
    assert "TEMP B-TREE" not in found, found
