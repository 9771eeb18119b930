"""The number of statements of an import does not grow with its grants."""

from collections import Counter

from tests.api.statements import statements
from tests.importing.companies import ORDERS
from tests.importing.conftest import Migration

_ROLES = 40


def test_statements_do_not_grow_with_the_grants(migration: Migration) -> None:
    for number in range(_ROLES):
        migration.played.grant(ORDERS, f"role{number}", "consume")
    migration.apply(migration.begin()["id"])
    for number in range(_ROLES):
        migration.played.grant(ORDERS, f"role{number}", "consume", "produce")
    run = migration.begin()["id"]
    assert migration.report(run)["comes"] == {"grant": _ROLES}
    with statements(migration.center) as sent:
        assert migration.apply(run)["applied"] == _ROLES
    often = Counter(statement for statement in sent if statement.startswith("SELECT"))
    assert [(count, statement) for statement, count in often.items() if count >= _ROLES] == []
