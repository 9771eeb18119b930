"""What Pulsar's actions mean: the same for everybody who translates them."""

import pytest

from app.access.names import ResourceType
from app.access.pulsar_actions import authorities, meaning
from app.access.vocabulary import ACTIONS, Right

FUNCTIONS = {"functions", "sources", "sinks", "packages"}


@pytest.mark.parametrize(("manages", "more"), [(True, {6}), (False, set()), (None, set())])
def test_consume_reads_and_may_manage_subscriptions(manages: bool | None, more: set[int]) -> None:
    for kind in (ResourceType.TENANT, ResourceType.NAMESPACE, ResourceType.TOPIC):
        found = authorities(kind, manages=manages)
        assert found["consume"] == {kind.level * 100 + right for right in {3, *more}}
        assert found["produce"] == {kind.level * 100 + 2}
    assert meaning(manages=manages)["consume"] == {Right.READ, *map(Right, more)}


def test_functions_have_no_authority_on_a_topic() -> None:
    assert ACTIONS.keys() - authorities(ResourceType.TOPIC, manages=True).keys() == FUNCTIONS
    assert authorities(ResourceType.NAMESPACE, manages=True).keys() == ACTIONS.keys()
