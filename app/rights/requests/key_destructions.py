"""Destroying a version of an encryption key takes two people, whatever PUC_FOUR_EYES says: nobody can undo it.

Who administers the place asks, and another person who does confirms within a week, while the first one still
administers it. These others are told. Each of those who may ask may withdraw what was asked.
"""

from collections.abc import Callable, Collection

from sqlalchemy import Select, String, cast, exists, select
from sqlalchemy.orm import Session

from app.access.network_limits import address_of
from app.grants.places import place_of
from app.identity.models import User
from app.platform import calling_address
from app.platform.database import clear_away
from app.platform.errors import Conflict, NotAllowed, NotFound
from app.resources import encryption_keys, key_destruction
from app.resources.encryption_keys import KeyInVersion, Owner
from app.rights.requests import deciders, four_eyes, notices
from app.rights.requests.models import KeyDestruction, Notice
from app.rights.requests.notices import KEY_DESTRUCTION, NewNotice

_VALID_MS = 7 * 24 * 3_600_000


def waiting(session: Session, versions: Collection[int] | Select[int], now: int) -> dict[int, KeyDestruction]:
    """Id of a version → who asked for its destruction; those of them that wait for a second person."""
    query = select(KeyDestruction).where(KeyDestruction.version.in_(versions), KeyDestruction.valid_until > now)
    return {row.version: row for row in session.scalars(query)}


def to_confirm(user: User, now: int) -> Select[KeyDestruction]:
    """Those that wait, and that the user was told to confirm."""
    about = cast(KeyDestruction.version, String) + "/" + cast(KeyDestruction.add_time, String)
    told = exists().where(Notice.user_id == user.id, Notice.kind == KEY_DESTRUCTION, Notice.about == about)
    return select(KeyDestruction).where(KeyDestruction.valid_until > now, told)


def ask(session: Session, asker: User, row: Owner, what: KeyInVersion, reason: str, now: int) -> KeyDestruction:
    """Ask for the destruction. Raises NotAllowed `person_needed`, Conflict `request_exists` and as
    `key_destruction.refuse`."""
    four_eyes.refuse_others(asker)
    key_destruction.refuse(session, row, what)
    if waiting(session, [what.version.id], now):
        raise Conflict("Somebody has asked for it already: confirm it, or withdraw it.", code="request_exists")
    clear_away(session, select(KeyDestruction).where(KeyDestruction.valid_until <= now))
    request = session.get(KeyDestruction, what.version.id) or KeyDestruction(version=what.version.id)
    address = address_of(calling_address.current() or "")
    request.asked_by_id, request.asked_by = asker.id, asker.username
    request.address = None if address is None else str(address)
    request.reason, request.add_time, request.valid_until = reason, now, now + _VALID_MS
    session.add(request)
    encryption_keys.touch(session, what.key)
    _record(session, asker, row, what, "ask_destroy", reason=reason)
    _announce(session, asker, what, request)
    return request


def withdraw(session: Session, by: User, row: Owner, what: KeyInVersion, now: int) -> None:
    """Keep the version. Raises NotAllowed `person_needed`, NotFound when nobody has asked."""
    four_eyes.refuse_others(by)
    request = _settle(session, _waiting(session, what, now), now)
    encryption_keys.touch(session, what.key)
    _record(session, by, row, what, "withdraw_destroy", asked_by=request.asked_by, reason=request.reason)


def confirm(
    session: Session, by: User, row: Owner, what: KeyInVersion, administers: Callable[[User], bool], now: int
) -> None:
    """Destroy what another person asked for. `administers`: whether somebody administers the place now.

    Raises NotFound when nobody has asked, NotAllowed `person_needed`, `self_approval`, Conflict `request_void` and as
    `key_destruction.refuse`."""
    four_eyes.refuse_others(by)
    key_destruction.refuse(session, row, what)
    request = _waiting(session, what, now)
    if request.asked_by_id == by.id:
        raise NotAllowed("A second person has to confirm.", code="self_approval")
    asker = session.get(User, request.asked_by_id)
    with calling_address.calling_from(request.address):
        if asker is None or not four_eyes.counts(asker) or not administers(asker):
            raise Conflict("Who asked does not administer this any more: withdraw it.", code="request_void")
    _settle(session, request, now)
    why = {"asked_by": request.asked_by, "reason": request.reason}
    key_destruction.destroy(session, by.username, row, what, **why)


def _waiting(session: Session, what: KeyInVersion, now: int) -> KeyDestruction:
    request = waiting(session, [what.version.id], now).get(what.version.id)
    if request is None:
        raise NotFound("Nobody has asked to destroy this version, or it is over.")
    return request


def _announce(session: Session, asker: User, what: KeyInVersion, request: KeyDestruction) -> None:
    """Tell the people who may confirm it."""
    owner = encryption_keys.owner_of(what.key)
    place, now = place_of(session, *owner), request.add_time
    facts = {
        "requester": asker.username,
        "resource": place.name,
        "res_type": owner[0],
        "res_id": owner[1],
        "name": f"{what.key.name}@{what.version.number}",
        "reason": request.reason,
    }
    deciders_here = User.id.in_(deciders.find_deciders(session, place, asker.id, now))
    people = filter(four_eyes.counts, session.scalars(select(User).where(deciders_here).order_by(User.id)))
    notices.tell(session, [NewNotice(user.id, KEY_DESTRUCTION, _about(request), facts) for user in people], now)


def _settle(session: Session, request: KeyDestruction, now: int) -> KeyDestruction:
    """It waits no longer."""
    notices.mark_settled(session, KEY_DESTRUCTION, _about(request), now)
    session.delete(request)
    return request


def _about(request: KeyDestruction) -> str:
    return f"{request.version}/{request.add_time}"


def _record(session: Session, by: User, row: Owner, what: KeyInVersion, verb: str, **why: str) -> None:
    facts = {"name": what.key.name, "number": what.version.number, **why}
    encryption_keys.record(session, by.username, row, verb, after=facts)
