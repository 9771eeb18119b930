"""The largest allowed remediation holds the lock only briefly: statements are counted, as in test_locked."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.desired_state.remediation import objections
from app.grants.models import Grant, Role, UserRole
from app.identity.models import User
from app.platform.clock import now_ms
from app.resources.models import Topic
from tests.api.locked import Locked, Span
from tests.api.test_locked import MOST_ROWS, MOST_STATEMENTS, MOST_STEPS, print_seconds
from tests.findings import published
from tests.remediation.advised import PLANS, Advised

MANY = objections.MOST_PARTS
EACH = objections.MOST_CHANGES // MANY - 1
"""Grants that come for one that goes."""
MEMBERS = objections.MOST_PEOPLE // MANY - 1


def test_the_largest_plan_holds_the_lock_only_briefly(advised: Advised) -> None:
    """Trying, planning and taking back a hundred suggestions, each about a role of its own."""
    advised.run(**advised.desk.center.make(_many_roles, advised))
    owner, locked, spans = advised.desk.at_owner, Locked(advised.desk.center.database), dict[str, Span]()
    keys = [f"s{number}" for number in range(MANY)]
    with locked.watching():
        tried = owner.post(f"{PLANS}/preview", json={"suggestions": keys[:10]})
        assert (tried.status_code, tried.json()["refusals"]) == (200, []), tried.text
        spans["preview"] = _pop_worst_span(locked)
        plan = advised.plan(owner, *keys, notice_days=7)
        spans["plan"] = _pop_worst_span(locked)
        advised.run(days=9, **advised.desk.center.make(_next_run, advised))
        _pop_worst_span(locked)
        advised.pass_days(8)
        assert advised.read(owner, plan)["state"] == "applied"
        _pop_worst_span(locked)  # the worker's own; nobody sends it
        back = advised.step(owner, plan, "roll-back", "too early")
        assert (back.status_code, {part["state"] for part in back.json()["parts"]}) == (200, {"rolled_back"}), back.text
        spans["roll back"] = _pop_worst_span(locked)
    print_seconds(spans)
    assert {name for name, span in spans.items() if span.statements > MOST_STATEMENTS} == set()
    assert {name for name, span in spans.items() if span.rows > MOST_ROWS or span.steps > MOST_STEPS} == set()


def test_a_larger_plan_is_refused_before_the_lock(advised: Advised) -> None:
    much = advised.desk.center.make(_many_roles, advised)
    more = published.suggestion("more", "narrow", advised.role, [advised.wide], adds=_adds(advised.role, 0, EACH + 1))
    advised.run(**{**much, "suggestions": [*much["suggestions"], more]})
    owner, locked = advised.desk.at_owner, Locked(advised.desk.center.database)
    keys = [f"s{number}" for number in range(MANY - 1)] + ["more"]
    with locked.watching():
        refused = advised.try_to_plan(owner, *keys)
    assert (refused.status_code, refused.json()["code"]) == (409, "too_much_at_once"), refused.text
    assert (refused.json()["total"], refused.json()["most"]) == (objections.MOST_CHANGES + 1, objections.MOST_CHANGES)
    assert locked.spans == []


def _pop_worst_span(locked: Locked) -> Span:
    worst = locked.worst
    locked.spans.clear()
    return worst


def _many_roles(session: Session, advised: Advised) -> dict[str, Any]:
    """A hundred roles with what the audit says of each."""
    now, desk = now_ms(), advised.desk
    times = {"add_time": now, "update_time": now}
    place = {"tenant": desk.tenant.id, "namespace": desk.namespace.id, "domain": "persistent", "partitions": 0}
    session.add_all(Topic(name=f"t{number}", is_valid=1, **place, **times) for number in range(EACH + 1))
    shape = session.get_one(User, desk.wanting.id)
    columns = {column.key: getattr(shape, column.key) for column in User.__mapper__.column_attrs if column.key != "id"}
    people = [User(**{**columns, "username": f"many{number}"}) for number in range(MANY * MEMBERS)]
    roles = [Role(role_name=f"role{number}", **times) for number in range(MANY)]
    session.add_all([*people, *roles])
    session.flush()
    in_it = ((roles[n // MEMBERS], user) for n, user in enumerate(people))
    session.add_all(UserRole(user_id=user.id, role_id=role.id, add_time=now) for role, user in in_it)
    given = {"res_type": 2, "res_id": desk.tenant.id, "authorities": "103", "granted_by": "olga"}
    wide = [Grant(role_id=role.id, granted_by_id=desk.owner.id, **given, **times) for role in roles]
    session.add_all(wide)
    session.flush()
    suggested = [
        published.suggestion(f"s{n}", "narrow", grant.role_id, [grant.id], adds=_adds(grant.role_id, 0, EACH))
        for n, grant in enumerate(wide)
    ]
    return {"suggestions": suggested, "grant_status": [published.status(grant.id) for grant in wide]}


def _next_run(session: Session, _advised: Advised) -> dict[str, Any]:
    """The next run, that knows all of it."""
    return {"grant_status": [published.status(number) for number in session.scalars(select(Grant.id))]}


def _adds(role: int, first: int, many: int) -> list[dict[str, Any]]:
    there = {"role": role, "cluster": "prod", "type": 4, "authorities": [303]}
    return [{**there, "res": f"prod/acme/orders/t{number}"} for number in range(first, first + many)]
