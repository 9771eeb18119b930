"""Request authorities on a resource, withdraw a request, pass on that of a sub-account. `deciding` decides.

The requester must not learn whether the resource exists. A request for a missing one is accepted like any other, and
waits until it expires.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, func, or_, select
from sqlalchemy.orm import Session

from app.access.limits import Limits
from app.access.windows import Window
from app.audit.trail import contents, trail
from app.grants import grant_limits, grants
from app.grants.networks import lists
from app.grants.places import Place
from app.identity.models import User
from app.platform.clock import later_than
from app.platform.errors import Conflict, InvalidInput, NotAllowed
from app.platform.moments import past_message
from app.platform.settings import Settings
from app.rights.granting import giver_rights
from app.rights.requests import notices, requested_places
from app.rights.requests.models import AccessRequest
from app.rights.requests.notices import NewNotice

WITH_MAIN, OPEN, APPROVED, REFUSED = "with_main", "open", "approved", "refused"
WITHDRAWN, VOID, EXPIRED = "withdrawn", "void", "expired"
WAITING = (WITH_MAIN, OPEN)
_VERBS = {APPROVED: "approve", REFUSED: "refuse", WITHDRAWN: "withdraw", VOID: "void", EXPIRED: "expire"}
DAY_MS = 24 * 3_600_000


@dataclass(frozen=True)
class RequestedRights:
    """What is requested. `wished_until` in epoch ms; None: the setting decides the end. `limits`: None for all of the
    resource."""

    res_type: int
    resource: str
    authorities: Iterable[int]
    reason: str
    wished_until: int | None = None
    limits: Limits | None = None


def ask(
    session: Session, settings: Settings, requester: User, receiver: User, requested: RequestedRights, now: int
) -> AccessRequest:
    """Make a request by `requester`, for itself or one of its sub-accounts. A sub-account's request goes to its main
    account first.

    Raises NotAllowed; InvalidInput `invalid_name`, `authority_not_grantable_here`, `window_in_past`, `window_too_long`,
    `invalid_limits`, `limit_not_possible_here`; Conflict `already_held`, `request_exists`, `too_many_requests`.
    """
    if receiver.id != requester.id and (requester.parent is not None or receiver.parent != requester.id):
        raise NotAllowed("You can ask for yourself and for your sub-accounts.", reason="NO_GRANT")
    name = requested_places.check_name(requested.res_type, requested.resource)
    authorities = grants.grantable(requested.authorities, requested.res_type)
    check_end(settings, requested.wished_until, now)
    main_id = requester.parent or requester.id
    _refuse_many(session, settings, main_id)
    request = AccessRequest(
        requester_id=requester.id,
        requester=requester.username,
        receiver_id=receiver.id,
        receiver=receiver.username,
        main_id=main_id,
        res_type=requested.res_type,
        resource=name.name,
        res_id=requested_places.find(session, name),
        authorities=",".join(map(str, authorities)),
        reason=requested.reason,
        wished_until=requested.wished_until,
        state=OPEN if requester.parent is None else WITH_MAIN,
        add_time=now,
        update_time=now,
        expires=now + settings.request_days * DAY_MS,
        **grant_limits.columns_of(
            lists.KnownLists(session), grant_limits.checked(requested.limits, authorities, requested.res_type)
        ),
    )
    _refuse_duplicate(session, request)
    _refuse_held(session, settings, receiver, request, now)
    session.add(request)
    session.flush()
    trail.record(session, requester.username, "access_request.create", str(request.id), after=contents.row(request))
    if request.state == WITH_MAIN:
        notices.tell(session, [NewNotice(main_id, notices.TO_DECIDE, str(request.id), notice_facts(request))], now)
    return request


def withdraw(session: Session, user: User, request: AccessRequest, now: int) -> None:
    """Withdraw a request: its requester or the main account may. Raises NotAllowed, Conflict `already_decided`."""
    if user.id not in (request.requester_id, request.main_id):
        raise NotAllowed("Only who asked can withdraw the request.", reason="NO_GRANT")
    refuse_closed(request, now)
    close(session, user.username, request, WITHDRAWN, None, now)


def pass_on(session: Session, main_account: User, request: AccessRequest, now: int) -> None:
    """The main account passes its sub-account's request on to those who administer the resource.

    Raises NotAllowed, Conflict `already_decided`.
    """
    if main_account.id != request.main_id:
        raise NotAllowed("Only the main account can pass the request on.", reason="NO_GRANT")
    refuse_closed(request, now)
    if request.state == OPEN:
        return
    before = contents.row(request)
    request.state, request.update_time = OPEN, later_than(request.update_time, now)
    session.flush()
    trail.record(
        session,
        main_account.username,
        "access_request.pass_on",
        str(request.id),
        before=before,
        after=contents.row(request),
    )
    notices.mark_settled(session, notices.TO_DECIDE, str(request.id), now)


def close(
    session: Session, actor: str, request: AccessRequest, state: str, comment: str | None, now: int, **facts: int | None
) -> None:
    """Store the end of a request, tell the requester, and settle the notices of those who could decide.

    `facts`: the outcome by column (`grant_id`, `granted_until`). It is set here, so that `before` is without it.
    """
    before = contents.row(request)
    for column, value in facts.items():
        setattr(request, column, value)
    request.state, request.comment, request.decided_by, request.decided_time = state, comment, actor, now
    request.update_time = later_than(request.update_time, now)
    session.flush()
    trail.record(
        session, actor, f"access_request.{_VERBS[state]}", str(request.id), before=before, after=contents.row(request)
    )
    notices.mark_settled(session, notices.TO_DECIDE, str(request.id), now)
    if state in (APPROVED, REFUSED, EXPIRED):
        news = notice_facts(request) | {"state": state, "comment": comment, "granted_until": request.granted_until}
        people = {request.requester_id, request.main_id}
        notices.tell(session, [NewNotice(user_id, notices.DECIDED, str(request.id), news) for user_id in people], now)


def count_naming(session: Session, network: str) -> int:
    """How many waiting requests name this list of networks."""
    naming = AccessRequest.state.in_(WAITING), lists.named_in(AccessRequest.networks, network)
    return session.scalar(select(func.count()).select_from(AccessRequest).where(*naming)) or 0


def matching(*conditions: ColumnElement[bool]) -> Select[AccessRequest]:
    """The requests that meet all conditions."""
    return select(AccessRequest).where(*conditions)


def in_state(state: str, now: int) -> ColumnElement[bool]:
    """A condition: the request is in this state at `now`, as `state_of` says."""
    late = and_(AccessRequest.state.in_(WAITING), AccessRequest.expires <= now)
    if state == EXPIRED:
        return or_(late, AccessRequest.state == EXPIRED)
    alive = AccessRequest.expires > now if state in WAITING else AccessRequest.id > 0
    return and_(AccessRequest.state == state, alive)


def state_of(request: AccessRequest, now: int) -> str:
    """The current state: a waiting request expires by time, even before the worker has marked it."""
    return EXPIRED if request.state in WAITING and request.expires <= now else request.state


def refuse_closed(request: AccessRequest, now: int) -> None:
    """Raises Conflict `already_decided` with the state, unless the request is still waiting."""
    state = state_of(request, now)
    if state not in WAITING:
        raise Conflict(f"The request is {state} already.", code="already_decided", state=state)


def check_end(settings: Settings, until: int | None, now: int) -> None:
    """Raises InvalidInput `window_in_past` or `window_too_long`."""
    if until is None:
        return
    if until <= now:
        message = past_message(until)
        raise InvalidInput(f"valid_until {message}.", code="window_in_past", field="valid_until", wrong=message)
    if until > now + settings.request_grant_days_max * DAY_MS:
        message = f"is more than {settings.request_grant_days_max} days from now"
        raise InvalidInput(f"valid_until {message}.", code="window_too_long", field="valid_until", wrong=message)


def notice_facts(request: AccessRequest) -> dict[str, Any]:
    """The facts of a request that notices contain."""
    return {
        "request_id": request.id,
        "requester": request.requester,
        "receiver": request.receiver,
        "res_type": request.res_type,
        "resource": request.resource,
        "authorities": request.authority_ids(),
        **({} if (limits := request.written_limits) is None else {"limits": limits.to_json()}),
    }


def _refuse_many(session: Session, settings: Settings, main_id: int) -> None:
    waiting = AccessRequest.main_id == main_id, AccessRequest.state.in_(WAITING)
    count = session.scalar(select(func.count()).select_from(AccessRequest).where(*waiting)) or 0
    if count >= settings.request_open_max:
        raise Conflict(f"{count} requests of yours are waiting: withdraw some first.", code="too_many_requests")


def _refuse_duplicate(session: Session, request: AccessRequest) -> None:
    same = [
        getattr(AccessRequest, field) == getattr(request, field) for field in ("receiver_id", "res_type", "resource")
    ]
    others = select(AccessRequest).where(
        *same, AccessRequest.state.in_(WAITING), AccessRequest.expires > request.add_time
    )
    for other in session.scalars(others):
        same_limits = request.limits == grant_limits.resolve(session, other.written_limits)
        if same_limits and set(request.authority_ids()) <= set(other.authority_ids()):
            message = f"Request {other.id} asks for the same and is waiting."
            raise Conflict(message, code="request_exists", request_id=other.id)


def _refuse_held(session: Session, settings: Settings, receiver: User, request: AccessRequest, now: int) -> None:
    """Refuse a receiver that holds all of it until the wished end. One that holds it for less may ask for longer."""
    # The rights are read even without a resource, so that the time taken reveals little about whether it exists.
    place = requested_places.place_of(session, request) or Place((0, 0), "*")
    window = Window(now, request.wished_until or now + settings.request_grant_days * DAY_MS)
    offer = giver_rights.Offer(request.authority_ids(), window, request.limits)
    short = giver_rights.lacking_anywhere(session, receiver, place, now, offer)
    if not short and place.key != (0, 0):
        raise Conflict(f"{receiver.username} holds this already.", code="already_held")
