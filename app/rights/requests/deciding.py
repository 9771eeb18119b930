"""Approve or refuse a request for rights. Everything is checked again at this moment.

With four eyes the first approval waits for a second one by another person. That one makes the grant
with what both approved, if the first decider could still approve it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.network_limits import address_of
from app.access.vocabulary import is_grave
from app.access.windows import Window
from app.audit.trail import contents, trail
from app.grants import grant_limits, roles
from app.grants.places import Place
from app.identity import sub_accounts
from app.identity.models import User
from app.platform import calling_address
from app.platform.clock import later_than
from app.platform.errors import Conflict, InvalidInput, NotAllowed, UserCenterError, existing
from app.platform.settings import Settings
from app.rights.granting import delegation, giver_rights, limited_credential
from app.rights.granting.giver_rights import Offer
from app.rights.requests import access_requests, approved_grants, four_eyes, requested_places
from app.rights.requests.access_requests import APPROVED, DAY_MS, OPEN, REFUSED, WITH_MAIN
from app.rights.requests.models import AccessRequest, Verdict


@dataclass(frozen=True)
class Approval:
    """What the decider gives. None: as requested (with four eyes: as the first decider approved)."""

    authorities: Sequence[int] | None = None
    until: int | None = None
    comment: str | None = None


def approve(
    session: Session, settings: Settings, decider: User, request: AccessRequest, approval: Approval, now: int
) -> AccessRequest:
    """Approve, or add the first of two approvals. Approving a second time changes nothing.

    Raises Conflict `already_decided`, `request_void`; NotAllowed `self_approval`, `person_needed`, `limited_token`,
    `not_held`, …; InvalidInput `more_than_asked`, `window_in_past`, `window_too_long`.
    """
    if own_verdict(session, decider, request) == APPROVED:
        return request
    access_requests.refuse_closed(request, now)
    receiver = _receiver(session, request)
    _refuse_own(decider, request)
    _agreed_authorities(settings, request, approval, None, now)
    _refuse_whose_word_does_not_count(session, settings, decider, request)
    place, takes_two = _place(session, request), approvals_needed(settings, request) > 1
    first = _first_approval(session, decider, request, place, receiver, now) if takes_two else None
    numbers, until = _agreed_authorities(settings, request, approval, first, now)
    role, giver = roles.personal_role_of(session, receiver.id), giver_rights.giver(session, decider, place, now)
    delegation.check_grant(session, giver, role, _offer(session, request, numbers, Window(now, until)))
    _record_verdict(session, decider, request, APPROVED, approval.comment, numbers, until, now)
    if takes_two and first is None:
        _await_second_approval(session, decider, request, now)
        return request
    also = f", also approved by {first.decider}" if first else ""
    remark = f"request {request.id}{also}"
    limits = request.written_limits
    grant_id = approved_grants.ApprovedRights(session, decider, place, numbers, until, remark, now, limits).give(
        receiver
    )
    access_requests.close(
        session, decider.username, request, APPROVED, approval.comment, now, grant_id=grant_id, granted_until=until
    )
    return request


def refuse(session: Session, decider: User, request: AccessRequest, comment: str, now: int) -> AccessRequest:
    """Refuse, with a comment for the requester. One decider is enough. Refusing again changes nothing.

    Raises Conflict `already_decided`, NotAllowed `self_approval` or `not_allowed`.
    """
    if own_verdict(session, decider, request) == REFUSED:
        return request
    access_requests.refuse_closed(request, now)
    _refuse_own(decider, request)
    if request.state == OPEN and not administers(session, decider, request, _place(session, request), now):
        raise NotAllowed(f"Deciding takes administer on {request.resource}.", reason="NO_GRANT")
    _record_verdict(session, decider, request, REFUSED, comment, None, None, now)
    access_requests.close(session, decider.username, request, REFUSED, comment, now)
    return request


def administers(session: Session, user: User, request: AccessRequest, place: Place, now: int) -> bool:
    """True when the user administers the place, on every cluster of it, or the names inside it that are asked for."""
    return giver_rights.giver(session, user, place, now).administers(request.limits)


def approvals_needed(settings: Settings, request: AccessRequest) -> int:
    """How many people must approve. A main account decides alone about its sub-account, as it could grant it anyway."""
    if request.state == WITH_MAIN or settings.four_eyes == "off":
        return 1
    return 2 if settings.four_eyes == "all" or is_grave(request.authority_ids()) else 1


def verdicts(session: Session, requests: Sequence[AccessRequest]) -> dict[int, list[Verdict]]:
    """Request id → its verdicts, oldest first, with one query."""
    found: dict[int, list[Verdict]] = {request.id: [] for request in requests}
    for verdict in session.scalars(select(Verdict).where(Verdict.request_id.in_(found)).order_by(Verdict.id)):
        found[verdict.request_id].append(verdict)
    return found


def lacking_authorities(
    session: Session, settings: Settings, decider: User, request: AccessRequest, latest: int, now: int
) -> tuple[list[int], int]:
    """The requested authorities that the decider cannot approve: those that it does not hold, or all when its approval
    does not count; and until when it can give the others, `latest` at most."""
    place, requested = requested_places.place_of(session, request), request.authority_ids()
    if place is None:
        return requested, latest
    try:
        _refuse_whose_word_does_not_count(session, settings, decider, request)
    except NotAllowed:
        return requested, latest
    giver = giver_rights.giver(session, decider, place, now)
    offer = _offer(session, request, requested, Window(now, latest))
    gaps = giver.lacking(offer)
    deciding = {} if request.state == WITH_MAIN else giver.lacking_to_decide(offer)
    ends = [gap for gap in (*gaps.values(), *deciding.values()) if gap > now]
    return [number for number in requested if gaps.get(number, latest) <= now], min([latest, *ends])


def own_verdict(session: Session, decider: User, request: AccessRequest) -> str | None:
    """The decider's own verdict, None when it gave none."""
    conditions = Verdict.request_id == request.id, Verdict.decider_id == decider.id
    return session.scalars(select(Verdict.verdict).where(*conditions)).one_or_none()


def _place(session: Session, request: AccessRequest) -> Place:
    return existing(requested_places.place_of(session, request), "There is no such resource.")


def _receiver(session: Session, request: AccessRequest) -> User:
    people = [session.get(User, user_id) for user_id in {request.receiver_id, request.requester_id}]
    if any(person is None or not sub_accounts.effectively_active(session, person) for person in people):
        raise Conflict("Who asked, or who should hold it, is deleted or not active.", code="request_void")
    return session.get_one(User, request.receiver_id)


def _refuse_own(decider: User, request: AccessRequest) -> None:
    """Refuse every sub-account, and the main account behind the request, unless its sub-account asks it to decide."""
    if decider.parent is not None:
        raise NotAllowed("A sub-account decides about nothing.", code="sub_account_cannot_grant")
    if request.state == WITH_MAIN and decider.id == request.main_id:
        return
    if decider.id == request.main_id:
        raise NotAllowed("Somebody else has to decide about your own request.", code="self_approval")


def _refuse_whose_word_does_not_count(
    session: Session, settings: Settings, decider: User, request: AccessRequest
) -> None:
    """Raises NotAllowed `person_needed`, `limited_token`, whatever the decider holds."""
    if approvals_needed(settings, request) > 1:
        four_eyes.refuse_others(decider)
    limited_credential.refuse_beyond(session, grant_limits.resolve(session, request.written_limits))


def _agreed_authorities(
    settings: Settings, request: AccessRequest, approval: Approval, first_verdict: Verdict | None, now: int
) -> tuple[list[int], int]:
    """(authorities, end) of the approval. Raises InvalidInput when it is more than requested."""
    requested = first_verdict.authority_ids() if first_verdict else request.authority_ids()
    numbers = sorted(set(requested if approval.authorities is None else approval.authorities))
    if not numbers or not set(numbers) <= set(requested):
        raise _more_than_requested(
            "authorities", "are not among those that were asked for" + (" and approved first" if first_verdict else "")
        )
    latest = (first_verdict.until if first_verdict else request.wished_until) or None
    until = approval.until or latest or now + settings.request_grant_days * DAY_MS
    access_requests.check_end(settings, until, now)
    if latest is not None and until > latest:
        raise _more_than_requested(
            "valid_until", "is later than what was asked for" + (" and approved first" if first_verdict else "")
        )
    return numbers, until


def _more_than_requested(field: str, message: str) -> InvalidInput:
    return InvalidInput(f"{field}: {message}", code="more_than_asked", field=field, wrong=message)


def _first_approval(
    session: Session, decider: User, request: AccessRequest, place: Place, receiver: User, now: int
) -> Verdict | None:
    """The earlier approval of somebody else, if that decider could still approve from where it did; one that could not
    is deleted."""
    for verdict in verdicts(session, [request])[request.id]:
        if verdict.decider_id == decider.id:
            raise NotAllowed("A second person has to approve.", code="self_approval")
        if _still_right(session, verdict, request, place, receiver, now):
            return verdict
        session.delete(verdict)
        session.flush()
    return None


def _still_right(
    session: Session, verdict: Verdict, request: AccessRequest, place: Place, receiver: User, now: int
) -> bool:
    """True when the earlier decider could still approve the same."""
    decider = session.get(User, verdict.decider_id)
    if decider is None or not four_eyes.counts(decider) or (verdict.until or 0) <= now:
        return False
    if not sub_accounts.effectively_active(session, decider):
        return False
    role = roles.personal_role_of(session, receiver.id)
    giver = replace(giver_rights.giver(session, decider, place, now), address=verdict.address)
    offer = _offer(session, request, verdict.authority_ids(), Window(now, verdict.until))
    try:
        delegation.check_held(session, giver, role, offer)
    except UserCenterError:
        return False
    return True


def _offer(session: Session, request: AccessRequest, numbers: Sequence[int], window: Window) -> Offer:
    # A list may have changed since somebody asked: what counts is what will be given.
    return Offer(numbers, window, grant_limits.resolve(session, request.written_limits))


def _record_verdict(
    session: Session,
    decider: User,
    request: AccessRequest,
    verdict: str,
    comment: str | None,
    numbers: Sequence[int] | None,
    until: int | None,
    now: int,
) -> None:
    conditions = Verdict.request_id == request.id, Verdict.decider_id == decider.id
    row = session.scalars(select(Verdict).where(*conditions)).one_or_none()
    if row is None:
        row = Verdict(request_id=request.id, decider_id=decider.id, decider=decider.username)
        session.add(row)
    row.verdict, row.until, row.comment, row.add_time = verdict, until, comment, now
    address = address_of(calling_address.current() or "")
    row.address = None if address is None else str(address)
    row.authorities = None if numbers is None else ",".join(map(str, numbers))
    session.flush()


def _await_second_approval(session: Session, decider: User, request: AccessRequest, now: int) -> None:
    """The first of two has approved. The request stays open, with a new `update_time`."""
    request.update_time = later_than(request.update_time, now)
    session.flush()
    trail.record(
        session, decider.username, "access_request.first_approval", str(request.id), after=contents.row(request)
    )
