"""Answers of the routes of policies, the same for namespaces and topics."""

from typing import Any

from fastapi import Request, Response

from app.access.names import ResourceType
from app.api.admin.resources import resource_items as shared
from app.api.admin.resources.cluster_questions import Question, ask_clusters
from app.api.admin.resources.policy_items import LivePolicies, PoliciesItem, PolicyWish, from_preset, wished
from app.api.callers import Caller
from app.api.versions import tagged
from app.resources import deletion, policies
from app.resources.models import MODELS
from app.resources.policies import Owner
from app.resources.provisioning import policy_reading
from app.resources.provisioning.policy_reading import ClusterPolicies
from app.resources.pulsar import policies as catalogue
from app.resources.resource_rows import Row

NAMESPACE, TOPIC = ResourceType.NAMESPACE, ResourceType.TOPIC
_AUDIT = {NAMESPACE: "center:AUDIT_NAMESPACE", TOPIC: "center:AUDIT_TOPIC"}


def replace(
    caller: Caller, kind: ResourceType, number: int, body: PolicyWish, seen: Any, response: Response
) -> PoliciesItem:
    """Wish these policies and no others. Raises what the guard raises; InvalidInput, Conflict."""
    row = _administered(caller, kind, number, seen)
    return _store(caller, kind, row, wished(policies.level_of(row), body), response)


def change(
    caller: Caller, kind: ResourceType, number: int, body: PolicyWish, seen: Any, response: Response
) -> PoliciesItem:
    """Wish these policies beside the others; null takes one back. Raises as `replace` does."""
    row = _administered(caller, kind, number, seen)
    changes = {**from_preset(body.preset), **body.policies}
    wish = policies.changed(policies.level_of(row), policies.wish_of(row), changes)
    return _store(caller, kind, row, wish, response)


def _store(caller: Caller, kind: ResourceType, row: Owner, wish: policies.Wish, response: Response) -> PoliciesItem:
    policies.change(caller.session, caller.username, row, deletion.name_of(caller.session, row), wish)
    return answer(caller, kind, row, response)


def _administered(caller: Caller, kind: ResourceType, number: int, seen: Any) -> Owner:
    row: Owner = seen.latest(shared.find_administered(caller, MODELS[kind], number))
    return row


def audited(caller: Caller, kind: ResourceType, number: int) -> Owner:
    """The namespace or topic, if the caller may see its policies."""
    row: Owner = shared.find_visible(caller, MODELS[kind], number)
    shared.require(caller, _AUDIT[kind], kind, row.id)
    return row


def answer(caller: Caller, kind: ResourceType, row: Owner, response: Response) -> PoliciesItem:
    """What is wished, with its version in the ETag."""
    wish = policies.wish_of(row)
    item = PoliciesItem.of(
        row,
        full_name=shared.full_names(caller, kind, [row])[row.id],
        wish=wish,
        shown=catalogue.shown(wish),
        provisioning=shared.provisioning_of(caller, kind, [row])[row.id],
    )
    return tagged(response, item)


async def live(request: Request, caller: Caller, settings: Any, kind: ResourceType, number: int) -> LivePolicies:
    """What its clusters say now, side by side."""

    def permit(row: Row) -> None:
        shared.require(caller, _AUDIT[kind], kind, row.id)

    def question(row: Any) -> Question[ClusterPolicies]:
        level, wish = policies.level_of(row), policies.wish_of(row)
        return lambda cluster, name, token: policy_reading.ask(cluster, level, name, wish, token)

    name, answers = await ask_clusters(request, caller, settings, kind, number, permit, question)
    return LivePolicies(full_name=name, clusters=answers)
