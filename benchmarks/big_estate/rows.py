"""A company's estate of any size, written directly into the tables: the same rows for the same size on any database.

One grant in ten is on a namespace or a tenant and belongs to a shared role; the others are on topics and belong to
personal roles. The measured user `u7` and topic `t2` have as many rights in a small estate as in a big one.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from sqlalchemy import Connection, Table, insert, text

from app.grants.models import Grant, Role, UserRole
from app.identity.models import User
from app.platform.database import Base
from app.resources.models import Cluster, Namespace, Tenant, Topic

_BATCH = 5000
_AT = 1_790_000_000_000
SHARED_MEMBERS = 50
Row = dict[str, Any]


@dataclass(frozen=True)
class Size:
    """The size; all numbers follow from the number of grants."""

    grants: int

    @property
    def users(self) -> int:
        """100,000 for a million grants."""
        return max(200, self.grants // 10)

    @property
    def topics(self) -> int:
        """200,000 for a million grants."""
        return max(200, self.grants // 5)

    @property
    def namespaces(self) -> int:
        """Twenty topics in each."""
        return self.topics // 20

    @property
    def tenants(self) -> int:
        """Ten namespaces in each."""
        return max(1, self.namespaces // 10)

    @property
    def shared_roles(self) -> int:
        """One for a hundred users; fifty of them are in it."""
        return max(2, self.users // 100)


def topic_name(size: Size, number: int) -> str:
    """Pulsar's name of a topic."""
    namespace = 1 + (number - 1) % size.namespaces
    return f"persistent://tenant{1 + (namespace - 1) % size.tenants}/n{namespace}/t{number}"


def fill(connection: Connection, size: Size) -> None:
    """Write the estate into an empty, migrated database. The caller commits the transaction of `connection`."""
    for model, rows in _TABLES.items():
        _insert(connection, model.__table__, rows(size))  # type: ignore[arg-type]
    if connection.dialect.name == "postgresql":
        # Rows with explicit ids do not advance the sequences.
        for model in _TABLES:
            if "id" in model.__table__.c:
                name = model.__tablename__
                connection.execute(
                    text(f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), (SELECT max(id) FROM {name}))")
                )


def analyze(connection: Connection) -> None:
    """Update the planner's statistics."""
    for model in _TABLES:
        statement = "ANALYZE TABLE" if connection.dialect.name in ("mysql", "mariadb") else "ANALYZE"
        connection.execute(text(f"{statement} {model.__tablename__}"))


def _insert(connection: Connection, table: Table, rows: Iterator[Row]) -> None:
    while batch := list(islice(rows, _BATCH)):
        connection.execute(insert(table), batch)


def _times(**values: Any) -> Row:
    return {**values, "add_time": _AT, "update_time": _AT}


def _clusters(_: Size) -> Iterator[Row]:
    yield _times(id=1, name="c1", address="pulsar://127.0.0.1:1", admin_url="http://127.0.0.1:1")


def _users(size: Size) -> Iterator[Row]:
    for number in range(1, size.users + 1):
        yield _times(id=number, username=f"u{number}", kind="service", status="active")


def _roles(size: Size) -> Iterator[Row]:
    for number in range(1, size.users + 1):
        yield _times(id=number, role_name=f"u{number}", personal_of=number)
    for number in range(1, size.shared_roles + 1):
        yield _times(id=size.users + number, role_name=f"team {number}", personal_of=None)


def _memberships(size: Size) -> Iterator[Row]:
    for number in range(1, size.users + 1):
        yield {"user_id": number, "role_id": number, "add_time": _AT}
    for number in range(size.shared_roles):
        for member in range(SHARED_MEMBERS):
            user = 1 + (number * 100 + member) % size.users
            yield {"user_id": user, "role_id": size.users + 1 + number, "add_time": _AT}


def _tenants(size: Size) -> Iterator[Row]:
    for number in range(1, size.tenants + 1):
        yield _times(id=number, name=f"tenant{number}", clusters="1", is_valid=1, deleting=0)


def _namespaces(size: Size) -> Iterator[Row]:
    for number in range(1, size.namespaces + 1):
        tenant = 1 + (number - 1) % size.tenants
        yield _times(id=number, tenant=tenant, name=f"n{number}", is_valid=1, deleting=0, bundles=4)


def _topics(size: Size) -> Iterator[Row]:
    for number in range(1, size.topics + 1):
        namespace = 1 + (number - 1) % size.namespaces
        above = {"namespace": namespace, "tenant": 1 + (namespace - 1) % size.tenants}
        rest = {"domain": "persistent", "partitions": 0, "is_valid": 1, "deleting": 0}
        yield _times(id=number, name=f"t{number}", **above, **rest)


def _grants(size: Size) -> Iterator[Row]:
    for number in range(1, size.grants + 1):
        shared, turn = number % 10 == 0, number // 10
        own = number - turn
        role = size.users + 1 + turn % size.shared_roles if shared else 1 + own % size.users
        kind, place, authorities = _place(turn, size) if shared else (4, 1 + own % size.topics, "302,303")
        giver = {"granted_by": "u1", "granted_by_id": None if role == 1 else 1}  # nobody gives to oneself
        yield _times(id=number, role_id=role, res_type=kind, res_id=place, authorities=authorities, **giver)


def _place(turn: int, size: Size) -> tuple[int, int, str]:
    if turn % 10 == 0:
        return 2, 1 + turn // 10 % size.tenants, "103"
    return 3, 1 + turn % size.namespaces, "202,203"


_TABLES: dict[type[Base], Callable[[Size], Iterator[Row]]] = {
    Cluster: _clusters,
    User: _users,
    Role: _roles,
    UserRole: _memberships,
    Tenant: _tenants,
    Namespace: _namespaces,
    Topic: _topics,
    Grant: _grants,
}


def counts(connection: Connection) -> Iterable[tuple[str, int]]:
    """How many rows each table has."""
    for model in _TABLES:
        yield (
            model.__tablename__,
            int(connection.execute(text(f"SELECT count(*) FROM {model.__tablename__}")).scalar_one()),
        )
