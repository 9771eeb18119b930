"""Policies of namespaces and topics: what is wished, canonical and in people's units, and what clusters have."""

from fastapi import Request, Response

from app.api.admin.resources import policy_answers as answers
from app.api.admin.resources.policy_answers import NAMESPACE, TOPIC
from app.api.admin.resources.policy_items import LivePolicies, PoliciesItem, PolicyWish
from app.api.app_state import Configured
from app.api.change_route import ChangingRouter
from app.api.guard import SignedIn, SignedInToChange, SignedInToWait
from app.api.paging import Id
from app.api.problems import responses
from app.api.versions import Seen

router = ChangingRouter(tags=["policies"])


@router.get("/namespaces/{namespace_id}/policies", summary="Read the policies of a namespace")
def get_namespace_policies(caller: SignedIn, namespace_id: Id, response: Response) -> PoliciesItem:
    """Needs authority 204 or 207."""
    return answers.answer(caller, NAMESPACE, answers.audited(caller, NAMESPACE, namespace_id), response)


@router.put(
    "/namespaces/{namespace_id}/policies", summary="Replace the policies of a namespace", responses=responses(409)
)
def put_namespace_policies(
    caller: SignedInToChange, namespace_id: Id, body: PolicyWish, seen: Seen, response: Response
) -> PoliciesItem:
    """Takes back those that are left out. The clusters follow. Needs authority 204."""
    return answers.replace(caller, NAMESPACE, namespace_id, body, seen, response)


@router.patch("/namespaces/{namespace_id}/policies", summary="Change policies of a namespace", responses=responses(409))
def patch_namespace_policies(
    caller: SignedInToChange, namespace_id: Id, body: PolicyWish, seen: Seen, response: Response
) -> PoliciesItem:
    """Those that are left out stay; null takes one back. The clusters follow. Needs authority 204."""
    return answers.change(caller, NAMESPACE, namespace_id, body, seen, response)


@router.get(
    "/namespaces/{namespace_id}/policies/live",
    summary="Ask the clusters for the policies of a namespace",
    responses=responses(429),
)
async def live_namespace_policies(
    request: Request, caller: SignedInToWait, namespace_id: Id, settings: Configured
) -> LivePolicies:
    """Asks its clusters now: what is set there, their defaults, and what differs from the wish. Needs authority 204 or
    207."""
    return await answers.live(request, caller, settings, NAMESPACE, namespace_id)


@router.get("/topics/{topic_id}/policies", summary="Read the policies of a topic")
def get_topic_policies(caller: SignedIn, topic_id: Id, response: Response) -> PoliciesItem:
    """Needs authority 304 or 307."""
    return answers.answer(caller, TOPIC, answers.audited(caller, TOPIC, topic_id), response)


@router.put("/topics/{topic_id}/policies", summary="Replace the policies of a topic", responses=responses(409))
def put_topic_policies(
    caller: SignedInToChange, topic_id: Id, body: PolicyWish, seen: Seen, response: Response
) -> PoliciesItem:
    """Takes back those that are left out. The clusters follow. Needs authority 304."""
    return answers.replace(caller, TOPIC, topic_id, body, seen, response)


@router.patch("/topics/{topic_id}/policies", summary="Change policies of a topic", responses=responses(409))
def patch_topic_policies(
    caller: SignedInToChange, topic_id: Id, body: PolicyWish, seen: Seen, response: Response
) -> PoliciesItem:
    """Those that are left out stay; null takes one back. The clusters follow. Needs authority 304."""
    return answers.change(caller, TOPIC, topic_id, body, seen, response)


@router.get(
    "/topics/{topic_id}/policies/live", summary="Ask the clusters for the policies of a topic", responses=responses(429)
)
async def live_topic_policies(
    request: Request, caller: SignedInToWait, topic_id: Id, settings: Configured
) -> LivePolicies:
    """Asks its clusters now: what is set there, their defaults, and what differs from the wish. Needs authority 304 or
    307."""
    return await answers.live(request, caller, settings, TOPIC, topic_id)
