"""Requests for rights: ask, withdraw, pass on, approve, refuse. The rules are in `app.rights.requests`."""

from typing import Annotated, Literal

from fastapi import Query, Response
from pydantic import StringConstraints, model_validator
from sqlalchemy import ColumnElement, and_, or_

from app.access.names import ResourceType
from app.api.admin.grants.grant_limits import NewLimits
from app.api.admin.grants.grants import Authorities
from app.api.admin.requests import access_request_items as shown
from app.api.admin.requests.access_request_items import AccessRequestDetail, AccessRequestItem
from app.api.app_state import Configured
from app.api.callers import Caller
from app.api.guard import SignedIn, SignedInToChange, require_reauthentication_to_give
from app.api.paging import Body, Comment, Id, IdValue, Listed, Moment, Paged, Printable, WithComment, examples
from app.api.problems import responses
from app.api.resource_type import AskedOfType
from app.api.routing import ChangingRouter
from app.api.versions import Seen, tagged
from app.identity.models import User
from app.platform.clock import now_ms
from app.platform.database import only
from app.platform.errors import NotAllowed
from app.platform.settings import Settings
from app.rights.requests import access_requests, deciders, deciding
from app.rights.requests.access_requests import WITHDRAWN, RequestedRights
from app.rights.requests.deciding import Approval
from app.rights.requests.models import AccessRequest

router = ChangingRouter(prefix="/access-requests", tags=["access-requests"])
Box = Literal["mine", "to_decide", "decided", "all"]
State = Literal["with_main", "open", "approved", "refused", "withdrawn", "void", "expired"]


class NewAccessRequest(AskedOfType):
    """The rights to ask for, by the full name of the resource. `user_id`: a sub-account of the caller that is to get
    them."""

    model_config = examples(
        {
            "resource_type": "topic",
            "resource": "persistent://acme/orders/created",
            "authorities": [303],
            "reason": "The warehouse reads new orders.",
        }
    )

    resource: Annotated[str, StringConstraints(min_length=1, max_length=512)]
    authorities: Authorities
    reason: Annotated[str, StringConstraints(min_length=1, max_length=1000), Printable]
    user_id: IdValue | None = None
    valid_until: Moment | None = None
    limits: NewLimits | None = None

    @model_validator(mode="after")
    def _below_the_root(self) -> "NewAccessRequest":
        if self.res_type == ResourceType.ROOT:
            raise ValueError("nothing on the root is asked for here: an administrator gives it")
        return self


class NewApproval(Body):
    """What is given; fields that are left out are given as requested. Less or shorter is possible, more or longer is
    not. Nothing is shortened unsaid: name `suggested` as `valid_until` if you hold it for a shorter time."""

    model_config = examples({"authorities": [303], "valid_until": 1790000000000, "comment": "until May"})

    authorities: Authorities | None = None
    valid_until: Moment | None = None
    comment: Comment | None = None


@router.get("", summary="List requests for rights")
def list_access_requests(
    caller: SignedIn,
    settings: Configured,
    page: Paged,
    box: Annotated[
        Box, Query(description="Mine, waiting for me, answered by me, or all on what I administer or audit.")
    ] = "mine",
    state: Annotated[State | None, Query()] = None,
) -> Listed[AccessRequestItem]:
    """`to_decide` lists requests on what the caller administers, even if it does not hold the requested rights."""
    now = now_ms()
    query = access_requests.matching(_in_box(caller, box, now), *page.matching(AccessRequest.resource))
    if state is not None:
        query = query.where(access_requests.in_state(state, now))
    listed = page.of(caller.session, query, AccessRequest.id, lambda row: row)
    return listed.showing(shown.items(caller, settings, listed.items, now))


@router.post("", summary="Ask for rights", status_code=201, responses=responses(409))
def create_access_request(
    caller: SignedInToChange, settings: Configured, body: NewAccessRequest, response: Response
) -> AccessRequestItem:
    """A request is accepted whether the resource exists or not, so that nobody learns that by asking."""
    limits = body.limits.read() if body.limits else None
    wish = RequestedRights(body.res_type, body.resource, body.authorities, body.reason, body.valid_until, limits)
    receiver = _receiver(caller, caller.user, body.user_id)
    request = access_requests.ask(caller.session, settings, caller.user, receiver, wish, now_ms())
    return _answer(caller, settings, request, response)


@router.get("/{request_id}", summary="Read a request for rights")
def get_access_request(
    caller: SignedIn, settings: Configured, request_id: Id, response: Response
) -> AccessRequestDetail:
    """One request. Those who may decide also see which authorities they lack, and who would get the rights."""
    request = find(caller, request_id, _readable(caller, now_ms()))
    return _answer(caller, settings, request, response)


@router.post("/{request_id}/withdraw", summary="Withdraw a request", responses=responses(409))
def withdraw_access_request(
    caller: SignedInToChange, settings: Configured, request_id: Id, seen: Seen, response: Response
) -> AccessRequestItem:
    """Open to the requester and its main account. Withdrawing again changes nothing."""
    request = find(caller, request_id)
    if request.state != WITHDRAWN:
        seen.check(shown.version_for(caller, request))
        access_requests.withdraw(caller.session, caller.user, request, now_ms())
    return _answer(caller, settings, request, response)


@router.post("/{request_id}/pass-on", summary="Pass a sub-account's request on", responses=responses(409))
def pass_on_access_request(
    caller: SignedInToChange, settings: Configured, request_id: Id, seen: Seen, response: Response
) -> AccessRequestItem:
    """The main account lets those who administer the resource decide. Passing on again changes nothing."""
    request = find(caller, request_id)
    if request.state != access_requests.OPEN:
        seen.check(shown.version_for(caller, request))
    access_requests.pass_on(caller.session, caller.user, request, now_ms())
    return _answer(caller, settings, request, response)


@router.post("/{request_id}/approve", summary="Approve a request", responses=responses(409))
def approve_access_request(
    caller: SignedInToChange, settings: Configured, request_id: Id, seen: Seen, body: NewApproval, response: Response
) -> AccessRequestDetail:
    """The caller makes an ordinary grant with an end; with four eyes the second one does. Approving again changes
    nothing. Who holds it for a shorter time than is given gets `not_held`, with `held_until`."""
    request = find(caller, request_id)
    if deciding.own_verdict(caller.session, caller.user, request) != access_requests.APPROVED:
        seen.check(shown.version_for(caller, request))
    require_reauthentication_to_give(caller, body.authorities or request.authority_ids())
    approval = Approval(body.authorities, body.valid_until, body.comment)
    deciding.approve(caller.session, settings, caller.user, request, approval, now_ms())
    return _answer(caller, settings, request, response)


@router.post("/{request_id}/refuse", summary="Refuse a request", responses=responses(409))
def refuse_access_request(
    caller: SignedInToChange, settings: Configured, request_id: Id, seen: Seen, body: WithComment, response: Response
) -> AccessRequestDetail:
    """One user who administers the resource is enough. Refusing again changes nothing."""
    request = find(caller, request_id)
    if deciding.own_verdict(caller.session, caller.user, request) != access_requests.REFUSED:
        seen.check(shown.version_for(caller, request))
    deciding.refuse(caller.session, caller.user, request, body.comment, now_ms())
    return _answer(caller, settings, request, response)


def _receiver(caller: Caller, by: User, user_id: int | None) -> User:
    if user_id is None or user_id == by.id:
        return by
    receiver = caller.session.get(User, user_id)
    if receiver is None or receiver.parent != by.id:
        raise NotAllowed("You can ask for yourself and for your sub-accounts.", reason="NO_GRANT")
    return receiver


def _mine(caller: Caller) -> ColumnElement[bool]:
    own = or_(AccessRequest.requester_id == caller.user_id, AccessRequest.receiver_id == caller.user_id)
    return own if caller.parent_id is not None else or_(own, AccessRequest.main_id == caller.user_id)


def _in_box(caller: Caller, box: Box, now: int) -> ColumnElement[bool]:
    if box == "mine":
        return _mine(caller)
    if box == "decided":
        return deciders.decided_by(caller.user_id)
    if box == "all":
        return _readable(caller, now)
    return deciders.to_decide(caller.session, caller.user, now)


def _readable(caller: Caller, now: int) -> ColumnElement[bool]:
    """Requests on places that the caller may read, whoever decides; not those that wait for a main account."""
    return and_(AccessRequest.state != access_requests.WITH_MAIN, deciders.reads(caller.session, caller.user, now))


def find(caller: Caller, request_id: int, *more: ColumnElement[bool]) -> AccessRequest:
    """A request that the caller may act on, or one of `more`. Raises NotFound."""
    user = caller.user
    passed_on = and_(
        AccessRequest.state != access_requests.WITH_MAIN, deciders.administers(caller.session, user, now_ms())
    )
    visible = or_(_mine(caller), passed_on, _in_box(caller, "decided", 0), *more)
    return only(
        caller.session, access_requests.matching(AccessRequest.id == request_id, visible), "There is no such request."
    )


def _answer(caller: Caller, settings: Settings, request: AccessRequest, response: Response) -> AccessRequestDetail:
    return tagged(response, shown.detail(caller, settings, request, now_ms()))
