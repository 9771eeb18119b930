"""The rights that applying a plan takes, besides those for grants; checked before others have to wait for it. Pure.

No right is checked on what the plan itself creates, because its creator holds every authority on it.
"""

from collections.abc import Iterator
from typing import NamedTuple

from app.access.names import ResourceName, ResourceType
from app.access.vocabulary import CREATION
from app.desired_state.engine.state import CenterState, Place
from app.desired_state.engine.steps import CreationStep, ResourceStep, RuleStep
from app.desired_state.policy_file.changes import Change, Plan

_ADMINISTER = {
    ResourceType.TENANT: "tenant:UPDATE_TENANT",
    ResourceType.NAMESPACE: "namespacePolicy:WRITE",
    ResourceType.TOPIC: "topicPolicy:WRITE",
}
_DELETE = {
    ResourceType.TENANT: "tenant:DELETE_TENANT",
    ResourceType.NAMESPACE: "tenant:DELETE_NAMESPACE",
    ResourceType.TOPIC: "namespace:DELETE_TOPIC",
}


class ChangeQuestion(NamedTuple):
    """A question about an existing resource, and the first change that depends on its answer. `inside`: what
    is to be created in it."""

    change: Change
    question: str
    res_type: int
    res_id: int
    inside: ResourceName | None = None


def questions(plan: Plan, state: CenterState) -> Iterator[ChangeQuestion]:
    """Each question once, in the order of the plan."""
    seen: set[tuple[str, int, int, Place | None]] = set()
    for change in plan.changes:
        for question, key, inside in _questions_of(change, state):
            if (question, *key, inside) not in seen:
                seen.add((question, *key, inside))
                yield ChangeQuestion(change, question, *key, inside and ResourceName.of(*inside))


def _questions_of(change: Change, state: CenterState) -> Iterator[tuple[str, tuple[int, int], Place | None]]:
    step = change.step
    if isinstance(step, CreationStep) and step.above is None:
        for cluster in step.values["clusters"]:
            yield "tenant:CREATE_TENANT", (int(ResourceType.CLUSTER), state.clusters[cluster]), None
    elif isinstance(step, CreationStep) and step.above and step.above in state.resources:
        yield CREATION[step.place[0]], _key(state, step.above), step.place
    elif isinstance(step, ResourceStep | RuleStep) and step.place in state.resources:
        kind = step.place[0]
        is_deletion = isinstance(step, ResourceStep) and step.delete
        yield (_DELETE if is_deletion else _ADMINISTER)[kind], _key(state, step.place), None


def _key(state: CenterState, place: Place) -> tuple[int, int]:
    return int(place[0]), state.resources[place].id
