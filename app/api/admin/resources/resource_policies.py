"""Policies of namespaces and topics: what is wished, canonical and in people's units, and what clusters have."""

from functools import partial
from typing import Any

from fastapi import Request, Response

from app.access.names import ResourceType
from app.api.admin.resources import resource_items as shared
from app.api.admin.resources.cluster_questions import Question, about, ask_clusters
from app.api.admin.resources.policy_items import PoliciesItem, PolicyWish, from_preset, wished
from app.api.app_state import Configured
from app.api.callers import Caller
from app.api.guard import SignedIn, SignedInToChange, SignedInToWait
from app.api.paging import Id
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.api.versions import Seen, tagged
from app.platform.settings import Settings
from app.resources import deletion, policies
from app.resources.models import Namespace, Topic
from app.resources.policies import Owner
from app.resources.provisioning import policy_reading
from app.resources.provisioning.policy_reading import ClusterPolicies
from app.resources.pulsar import policies as catalogue

router = ChangingRouter(tags=["policies"])
_AUDIT: dict[type, str] = {Namespace: "center:AUDIT_NAMESPACE", Topic: "center:AUDIT_TOPIC"}


@router.get("/namespaces/{namespace_id}/policies", summary="Read the policies of a namespace")
def get_namespace_policies(caller: SignedIn, namespace_id: Id, response: Response) -> PoliciesItem:
    """Needs authority 204 or 207."""
    row = shared.find_visible(caller, Namespace, namespace_id)
    _require_audit(caller, row)
    return _answer(caller, row, response)


@router.put(
    "/namespaces/{namespace_id}/policies", summary="Replace the policies of a namespace", responses=responses(409)
)
def put_namespace_policies(
    caller: SignedInToChange, namespace_id: Id, body: PolicyWish, seen: Seen, response: Response
) -> PoliciesItem:
    """Takes back those that are left out. The clusters follow. Needs authority 204."""
    row = seen.latest(shared.find_administered(caller, Namespace, namespace_id))
    return _replace(caller, row, body, response)


@router.patch("/namespaces/{namespace_id}/policies", summary="Change policies of a namespace", responses=responses(409))
def patch_namespace_policies(
    caller: SignedInToChange, namespace_id: Id, body: PolicyWish, seen: Seen, response: Response
) -> PoliciesItem:
    """Those that are left out stay; null takes one back. The clusters follow. Needs authority 204."""
    row = seen.latest(shared.find_administered(caller, Namespace, namespace_id))
    return _change(caller, row, body, response)


@router.get(
    "/namespaces/{namespace_id}/policies/live",
    summary="Ask the clusters for the policies of a namespace",
    responses=responses(429),
)
async def live_namespace_policies(
    request: Request, caller: SignedInToWait, namespace_id: Id, settings: Configured
) -> shared.OnClusters[ClusterPolicies]:
    """Asks its clusters now: what is set there, their defaults, and what differs from the wish. Needs authority 204 or
    207."""
    return await _live(request, caller, settings, ResourceType.NAMESPACE, namespace_id)


@router.get("/topics/{topic_id}/policies", summary="Read the policies of a topic")
def get_topic_policies(caller: SignedIn, topic_id: Id, response: Response) -> PoliciesItem:
    """Needs authority 304 or 307."""
    row = shared.find_visible(caller, Topic, topic_id)
    _require_audit(caller, row)
    return _answer(caller, row, response)


@router.put("/topics/{topic_id}/policies", summary="Replace the policies of a topic", responses=responses(409))
def put_topic_policies(
    caller: SignedInToChange, topic_id: Id, body: PolicyWish, seen: Seen, response: Response
) -> PoliciesItem:
    """Takes back those that are left out. The clusters follow. Needs authority 304."""
    row = seen.latest(shared.find_administered(caller, Topic, topic_id))
    return _replace(caller, row, body, response)


@router.patch("/topics/{topic_id}/policies", summary="Change policies of a topic", responses=responses(409))
def patch_topic_policies(
    caller: SignedInToChange, topic_id: Id, body: PolicyWish, seen: Seen, response: Response
) -> PoliciesItem:
    """Those that are left out stay; null takes one back. The clusters follow. Needs authority 304."""
    row = seen.latest(shared.find_administered(caller, Topic, topic_id))
    return _change(caller, row, body, response)


@router.get(
    "/topics/{topic_id}/policies/live", summary="Ask the clusters for the policies of a topic", responses=responses(429)
)
async def live_topic_policies(
    request: Request, caller: SignedInToWait, topic_id: Id, settings: Configured
) -> shared.OnClusters[ClusterPolicies]:
    """Asks its clusters now: what is set there, their defaults, and what differs from the wish. Needs authority 304 or
    307."""
    return await _live(request, caller, settings, ResourceType.TOPIC, topic_id)


def _replace(caller: Caller, row: Owner, body: PolicyWish, response: Response) -> PoliciesItem:
    return _store(caller, row, wished(policies.level_of(row), body), response)


def _change(caller: Caller, row: Owner, body: PolicyWish, response: Response) -> PoliciesItem:
    changes = {**from_preset(body.preset), **body.policies}
    return _store(caller, row, policies.changed(policies.level_of(row), policies.wish_of(row), changes), response)


def _store(caller: Caller, row: Owner, wish: policies.Wish, response: Response) -> PoliciesItem:
    policies.change(caller.session, caller.username, row, deletion.name_of(caller.session, row), wish)
    return _answer(caller, row, response)


def _require_audit(caller: Caller, row: Owner) -> None:
    shared.require(caller, _AUDIT[type(row)], shared.KINDS[type(row)], row.id)


def _answer(caller: Caller, row: Owner, response: Response) -> PoliciesItem:
    kind, wish = shared.KINDS[type(row)], policies.wish_of(row)
    item = PoliciesItem.of(
        row,
        full_name=shared.full_names(caller, kind, [row])[row.id],
        wish=wish,
        shown=catalogue.shown(wish),
        provisioning=shared.provisioning_of(caller, kind, [row])[row.id],
    )
    return tagged(response, item)


async def _live(
    request: Request, caller: Caller, settings: Settings, kind: ResourceType, number: int
) -> shared.OnClusters[ClusterPolicies]:
    def question(row: Any) -> Question[ClusterPolicies]:
        level, wish = policies.level_of(row), policies.wish_of(row)
        return lambda cluster, name, token: policy_reading.ask(cluster, level, name, wish, token)

    prepare = partial(about, caller, settings, kind, number, partial(_require_audit, caller), question)
    return await ask_clusters(request, caller, prepare)
