"""The number of statements of an import does not grow with its grants."""

from collections import Counter

import pytest

from app.access.names import ResourceType
from app.desired_state.engine.steps import CreationStep, RoleStep, RuleStep, Step
from app.desired_state.importing import applying
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


@pytest.mark.parametrize(
    ("step", "most"),
    [
        (RoleStep("staff"), 166),
        (RuleStep((ResourceType.NAMESPACE, "acme/orders"), "billing", frozenset()), 111),
        (CreationStep((ResourceType.NAMESPACE, "acme/orders")), 500),
        (CreationStep((ResourceType.TOPIC, ORDERS)), 600),
    ],
)
def test_a_batch_is_as_large_as_its_statements_allow(step: Step, most: int) -> None:
    assert applying.first_batch([step] * 700) == most
