"""An estate in which everything has more dependents than one transaction deletes."""

from typing import Any

from sqlalchemy import Table, insert, select, update
from sqlalchemy.orm import Session

from app.desired_state.drift.models import DriftLine
from app.grants.models import Grant, Role, UserRole
from app.identity.models import User
from app.platform.clock import now_ms
from app.platform.database import Base
from app.resources.models import Topic
from benchmarks.big_estate.rows import analyze
from tests.api.estate import Estate
from tests.api.every_change import Ids, things
from tests.factories import Person

MANY = 1100


def a_fat_estate(estate: Estate) -> Ids:
    """The things of every_change with more children, members and grants than one transaction deletes."""
    ids = things(estate)
    estate.center.make(_fatten, ids)
    return ids


def _fatten(session: Session, ids: Ids) -> None:
    now = now_ms()
    times = {"add_time": now, "update_time": now}
    _add(session, Topic, [
        {"tenant": ids["tenant"], "namespace": ids["namespace"], "name": f"t{number}", "domain": "persistent",
         "partitions": 0, "is_valid": 1, **times}
        for number in range(MANY)
    ])  # fmt: skip
    topics = list(session.scalars(select(Topic.id).where(Topic.name != "created").order_by(Topic.id)))
    ids["topics"] = topics
    shape = session.get_one(User, ids["service"])
    columns = {
        attribute.key: getattr(shape, attribute.key)
        for attribute in User.__mapper__.column_attrs
        if attribute.key != "id"
    }
    people = [{**columns, "username": f"many{number}", "service_group": ids["group"]} for number in range(MANY)]
    _add(session, User, people)
    users = list(session.scalars(select(User.id).where(User.username.like("many%")).order_by(User.id)))
    _add(session, Role, [{"role_name": f"many{n}", "personal_of": user, **times} for n, user in enumerate(users)])
    own = dict(session.execute(select(Role.personal_of, Role.id).where(Role.personal_of.in_(users))).all())
    members = [{"user_id": user, "role_id": own[user], "add_time": now} for user in users]
    members += [{"user_id": user, "role_id": ids["role"], "add_time": now} for user in users]
    _add(session, UserRole, members)
    ids["users"] = users
    alice = session.scalars(select(Role.id).where(Role.personal_of == ids["user"])).one()
    held = [(role, 4, topic) for role in (ids["role"], alice) for topic in topics]
    held += [(own[user], kind, ids[name]) for user in users for kind, name in ((1, "spare"), (4, "topic"))]
    _add(session, Grant, [
        {"role_id": role, "res_type": kind, "res_id": number, "authorities": "303" if kind == 4 else "3",
         "granted_by": "test", **times}
        for role, kind, number in held
    ])  # fmt: skip
    ids["held"] = list(session.scalars(select(Grant.id).where(Grant.role_id == alice).order_by(Grant.id)))
    about = {"kind": "extra", "res_type": 4, "tenant": "acme", "field": "resource", "state": "open", "due": 0,
             "near_type": 3, "near_id": ids["namespace"], "since": 1, "seen": now, "cluster": ids["cluster"],
             "actual": '{"partitions": 2, "policies": {}}'}  # fmt: skip
    places = [f"persistent://acme/orders/native{number}" for number in range(MANY)]
    _add(session, DriftLine, [{"key": place, "place": place, **about} for place in places])
    native = select(DriftLine.id).where(DriftLine.kind == "extra").order_by(DriftLine.id)
    ids["drift_lines"] = list(session.scalars(native))
    # Without statistics PostgreSQL takes 5 s, not 10 ms, for one statement; a busy machine then takes too long.
    analyze(session.connection())


def own_everything(session: Session, ids: Ids, owner: Person) -> None:
    """Make this user the owner of the tenant and all its topics, and the topics invalid."""
    role = session.scalars(select(Role.id).where(Role.personal_of == owner.id)).one()
    authorities = {2: "102,103,104,200,202,203,204,300,302,303,304", 4: "301,302,303,304"}
    held = [(2, ids["tenant"]), *((4, topic) for topic in ids["topics"])]
    times = {"add_time": now_ms(), "update_time": now_ms()}
    _add(session, Grant, [
        {"role_id": role, "res_type": kind, "res_id": number, "authorities": authorities[kind], "granted_by": "test",
         **times}
        for kind, number in held
    ])  # fmt: skip
    session.execute(update(Topic).values(is_valid=2))
    analyze(session.connection())


def _add(session: Session, model: type[Base], rows: list[dict[str, Any]]) -> None:
    table = model.__table__
    assert isinstance(table, Table)
    names = {attribute.key: attribute.columns[0].name for attribute in model.__mapper__.column_attrs}
    named = [{names[key]: value for key, value in row.items()} for row in rows]
    for start in range(0, len(named), 500):
        session.execute(insert(table), named[start : start + 500])
