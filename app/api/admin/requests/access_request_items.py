"""Requests for rights in API answers. The requester gets no hint whether the resource exists; deciders see
everything."""

from collections.abc import Sequence

from pydantic import Field

from app.access.vocabulary import AUTHORITIES
from app.api.admin.grants.grant_items import AuthorityItem
from app.api.admin.grants.grant_limits import LimitsItem, limits_item
from app.api.callers import Caller
from app.api.paging import ApiModel
from app.api.resource_type import OfType
from app.api.versions import version_of
from app.identity.models import User
from app.platform.settings import Settings
from app.rights.requests import access_requests, deciding, requested_places
from app.rights.requests.access_requests import WAITING, WITH_MAIN
from app.rights.requests.models import AccessRequest, Verdict


class ApprovalItem(ApiModel):
    """One decider's verdict."""

    decider: str
    verdict: str = Field(examples=["approved"])
    authorities: list[int]
    until: int | None
    comment: str | None
    add_time: int


class AccessRequestItem(OfType):
    """A request. `mine`: the caller or its sub-account asked. The requester sees who approved only at the end."""

    id: int
    requester: str
    receiver: str
    receiver_id: int
    resource: str
    authorities: list[AuthorityItem]
    reason: str
    wished_until: int | None
    limits: LimitsItem | None
    state: str = Field(
        examples=["open"],
        description="with_main, open, approved, refused, withdrawn, void (a user was deleted) or expired",
    )
    add_time: int
    expires: int
    decided_by: str | None
    decided_time: int | None
    comment: str | None
    grant_id: int | None
    granted_until: int | None
    mine: bool
    answered: bool = Field(description="The caller has answered; with four eyes a second one is waited for.")
    approvals_needed: int
    approvals: list[ApprovalItem]
    version: str


class AccessRequestDetail(AccessRequestItem):
    """A request with what the decision needs. `receivers`: who would get the rights."""

    may_withdraw: bool
    may_pass_on: bool
    may_decide: bool = Field(description="Refusing is open to the caller, and approving what is not in `lacking`.")
    lacking: list[int] = Field(
        description="Authorities that the caller cannot approve: it does not hold them. All: it takes two people and "
        "the caller is a service, or the caller's token is limited to networks and the request is not to these."
    )
    receivers: list[str]
    latest: int = Field(description="The latest end that your approval may give; epoch ms.")
    suggested: int = Field(description="The end asked for, or the usual one, but not after `latest`; epoch ms.")


def version_for(caller: Caller, request: AccessRequest) -> str:
    """The version for If-Match. For the requester a first approval changes nothing, as it must not be visible."""
    hidden = caller.user_id in _askers(request) and request.state in WAITING
    return version_of(request.add_time if hidden else request.update_time)


def items(caller: Caller, settings: Settings, requests: Sequence[AccessRequest], now: int) -> list[AccessRequestItem]:
    """The items of the requests, with one more query for all of them."""
    answers = deciding.verdicts(caller.session, requests)
    return [_item(caller, settings, request, answers[request.id], now) for request in requests]


def detail(caller: Caller, settings: Settings, request: AccessRequest, now: int) -> AccessRequestDetail:
    """One request with what the caller may do to it."""
    item = items(caller, settings, [request], now)[0]
    by = caller.user
    waiting = item.state in WAITING
    is_asked = item.state == WITH_MAIN and request.main_id == by.id
    decide = waiting and (is_asked or _administers(caller, by, request, now))
    lacking = list[int]()
    latest = request.wished_until or now + settings.request_grant_days_max * access_requests.DAY_MS
    if decide:
        lacking, latest = deciding.lacking_authorities(caller.session, settings, by, request, latest, now)
    return AccessRequestDetail(
        **item.model_dump(),
        may_withdraw=waiting and (item.mine and by.id in (request.requester_id, request.main_id)),
        may_pass_on=is_asked,
        may_decide=decide,
        lacking=lacking,
        receivers=_receivers(caller, request) if decide else [],
        latest=latest,
        suggested=min(latest, request.wished_until or now + settings.request_grant_days * access_requests.DAY_MS),
    )


def _administers(caller: Caller, by: User, request: AccessRequest, now: int) -> bool:
    """True when the caller may decide about it, and does not only audit the place. Nobody decides about its own."""
    place = requested_places.place_of(caller.session, request)
    if place is None or by.parent is not None or caller.user_id in _askers(request):
        return False
    return deciding.administers(caller.session, by, request, place, now)


def _receivers(caller: Caller, request: AccessRequest) -> list[str]:
    """The receiver and its main account, which gets the rights that it lacks."""
    receiver = caller.session.get(User, request.receiver_id)
    main = caller.session.get(User, receiver.parent) if receiver is not None and receiver.parent is not None else None
    with_main = main is not None and main.id != caller.user_id
    return [request.receiver, *([main.username] if main is not None and with_main else [])]


def _item(
    caller: Caller, settings: Settings, request: AccessRequest, answers: Sequence[Verdict], now: int
) -> AccessRequestItem:
    state = access_requests.state_of(request, now)
    is_own = caller.user_id in _askers(request)
    return AccessRequestItem.of(
        request,
        authorities=[
            AuthorityItem(id=authority, text=AUTHORITIES[authority].text) for authority in request.authority_ids()
        ],
        limits=limits_item(request.written_limits),
        state=state,
        mine=is_own,
        answered=any(answer.decider_id == caller.user_id for answer in answers),
        approvals_needed=deciding.approvals_needed(settings, request),
        # A first approval would tell the requester, before any decision, that the resource exists.
        approvals=[]
        if is_own and state in WAITING
        else [ApprovalItem.of(answer, authorities=answer.authority_ids()) for answer in answers],
        version=version_for(caller, request),
    )


def _askers(request: AccessRequest) -> tuple[int, ...]:
    return request.requester_id, request.receiver_id, request.main_id
