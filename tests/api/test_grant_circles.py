"""Nobody gives to themselves: neither directly, nor in a circle, nor through a role or a sub-account."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.grants import roles
from tests.api.addresses import INSIDE, NETWORK, OUTSIDE, token_client
from tests.api.given import ANY, GRANTS, HOUR, Business, refusal
from tests.factories import ACTOR, NAMESPACE, TOPIC, a_grant, a_user, an_administrator


def test_nobody_gives_to_themselves(business: Business) -> None:
    """The grant would outlive its source, here a membership of a role."""
    team = business.center.make(lambda s: roles.create(s, ACTOR, "team").id)
    business.center.make(lambda s: roles.join(s, ACTOR, team, business.partner.id))
    assert business.give(business.owner, None, [302, 304], role_id=team).status_code == 201
    before = business.rows()
    assert refusal(business, business.give(business.partner, business.partner, [302]), before) == (403, "self_grant")
    root = business.center.make(an_administrator)
    assert business.give(root, root, [302]).status_code == 201


def test_nothing_is_given_back_in_a_circle(business: Business) -> None:
    """Owner → partner → third: neither gives it back to where it came from, whoever asks for it."""
    business.grant(business.owner, business.partner, [302, 304])
    business.grant(business.partner, business.third, [302, 304])
    for giver in (business.partner, business.third):
        before = business.rows()
        answer = business.give(giver, business.owner, [302])
        assert refusal(business, answer, before) == (403, "grant_cycle")
        assert answer.json()["authorities"] == [302]
    # Who holds it from elsewhere too may give it.
    business.center.make(a_grant, business.third, [302], TOPIC, business.topic.id)
    assert business.give(business.third, business.partner, [302]).json()["code"] == "overlapping_window"
    assert business.give(business.third, business.owner, [302]).status_code == 201


def test_who_widens_a_grant_has_given_it(business: Business) -> None:
    """Else the receiver could give what was added back to who added it. Who only shrinks it has given nothing."""
    business.grant(business.owner, business.partner, [302, 304])
    grant = business.grant(business.owner, business.third, [304])
    assert business.change(business.partner, grant, remark="for orders").json()["granted_by_id"] == business.owner.id
    widened = business.change(business.partner, grant, authorities=[302, 304]).json()
    assert (widened["granted_by"], widened["granted_by_id"]) == ("partner", business.partner.id)
    before = business.rows()
    back = business.give(business.third, business.partner, [302])
    assert refusal(business, back, before) == (403, "grant_cycle")
    root = business.center.make(an_administrator, "root")
    for by, authorities in ((business.owner, [304]), (root, [302, 304])):  # the root needs no circle
        changed = business.change(by, grant, authorities=authorities).json()
        assert changed["granted_by_id"] == business.partner.id


def test_a_source_within_other_networks_allows_no_circle(business: Business) -> None:
    def within(*networks: str) -> dict[str, Any]:
        return {"limits": {"networks": list(networks)}}

    business.grant(business.owner, business.third, [302, 304])
    business.grant(business.third, business.partner, [302], **within(NETWORK))
    business.grant(business.owner, business.partner, [302], **within("127.0.9.0/24"))
    business.grant(business.owner, business.partner, [304])
    inside, outside = (token_client(business.center, business.partner, address) for address in (INSIDE, OUTSIDE))
    back = {"user_id": business.third.id, "res_type": TOPIC, "res_id": business.topic.id, "authorities": [302]}
    before = business.rows()
    answer = inside.post(GRANTS, json={**back, **within("127.0.9.0/24")})
    assert refusal(business, answer, before) == (403, "grant_cycle")
    assert outside.post(GRANTS, json={**back, **within("127.0.9.0/24")}).status_code == 201


def test_a_source_that_ends_allows_no_lasting_circle(business: Business) -> None:
    until, on = business.now + HOUR, {"res_type": NAMESPACE, "res_id": business.namespace.id}
    business.grant(business.owner, business.third, [202, 204], **on)
    business.grant(business.third, business.partner, [302, 304])
    business.grant(business.owner, business.partner, [202, 204], **on, valid_until=until)
    before = business.rows()
    assert refusal(business, business.give(business.partner, business.third, [302]), before) == (403, "grant_cycle")
    business.grant(business.partner, business.third, [302], valid_until=until)


def _a_role_of(session: Session, name: str, *members: int) -> int:
    role = roles.create(session, ACTOR, name)
    for member in members:
        roles.join(session, ACTOR, role.id, member)
    return role.id


def test_giving_to_a_role_counts_as_giving_to_its_members(business: Business) -> None:
    """A role cannot be used to keep one's own right, or that of one's giver."""
    business.grant(business.owner, business.partner, [302, 304])
    business.grant(business.partner, business.third, [302, 304])
    before_role = {"owner": business.owner, "partner": business.partner, "third": business.third}
    mixed = business.center.make(_a_role_of, "mixed", business.app.id, business.owner.id)
    thirds = business.center.make(_a_role_of, "thirds", business.third.id)
    cases = [("owner", mixed, "self_grant"), ("partner", mixed, "grant_cycle"), ("third", mixed, "grant_cycle"),
             ("third", thirds, "self_grant")]  # fmt: skip
    for who, role, code in cases:
        before = business.rows()
        answer = business.give(before_role[who], None, [302], role_id=role)
        assert refusal(business, answer, before) == (403, code), (who, role)
    assert business.give(business.partner, None, [302], role_id=thirds).status_code == 201
    root = business.center.make(an_administrator, "root")
    everyone = business.center.make(_a_role_of, "everyone", root.id, business.owner.id)
    assert business.give(root, None, [303], role_id=everyone).status_code == 201


@pytest.mark.parametrize("role_of", ["third", "team"])
def test_a_sub_account_gives_nothing_to_anybody(business: Business, role_of: str) -> None:
    business.grant(business.owner, business.app, [302, 304])
    team = business.center.make(lambda s: roles.create(s, ACTOR, "team").id)
    role = team if role_of == "team" else business.role_of(business.third)
    before = business.rows()
    answer = business.give(business.app, None, [302], role_id=role)
    assert refusal(business, answer, before) == (403, "sub_account_cannot_grant")


@pytest.mark.parametrize("giver", ["owner", "app"])
def test_only_an_administrator_says_who_is_in_a_role(business: Business, giver: str) -> None:
    """Adding a member gives all the role holds, whether the giver holds it or not."""
    team = business.center.make(lambda s: roles.create(s, ACTOR, "team").id)
    client = business.center.with_token(getattr(business, giver))
    stranger = business.center.make(a_user)
    for method, path, body in (
        ("PUT", f"/roles/{team}/members/{stranger.id}", None),
        ("DELETE", f"/roles/{team}/members/{stranger.id}", None),
        ("PATCH", f"/roles/{team}", {"name": "mine"}),
        ("DELETE", f"/roles/{team}", None),
        ("POST", "/roles", {"name": "mine"}),
    ):
        answer = client.request(method, f"/api/v1{path}", json=body, headers=ANY)
        assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed"), (method, path)
