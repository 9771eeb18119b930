"""Tells who administers a place when somebody collects private halves of encryption keys: more than its work needs."""

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from app.grants.places import Key, place_of
from app.identity.models import User
from app.resources.encryption_keys import owner_of
from app.resources.key_fetches import PRIVATE
from app.resources.models import EncryptionKey, EncryptionKeyFetch, EncryptionKeyVersion
from app.rights.requests import deciders, notices
from app.rights.requests.notices import NewNotice

KIND = "many_keys_fetched"
USUAL = 20
"""Versions whose private halves a main account may get in an hour, with its sub-accounts, before anybody is told."""
_HOUR_MS = 3_600_000
_MOST_PLACES = 50


def tell(session: Session, user: User, now: int) -> None:
    """Tell those who administer the places whose keys the main account of this user got, if these are too many. Each of
    them once in an hour about one main account."""
    main = user if user.parent is None else session.get_one(User, user.parent)
    accounts = select(User.id).where(or_(User.id == main.id, User.parent == main.id))
    fetched = EncryptionKeyFetch.half == PRIVATE, EncryptionKeyFetch.time > now - _HOUR_MS
    theirs = EncryptionKeyFetch.user_id.in_(accounts), *fetched
    count = session.scalar(select(func.count(EncryptionKeyFetch.version.distinct())).where(*theirs)) or 0
    if count <= USUAL:
        return
    owners = (
        select(EncryptionKey)
        .join(EncryptionKeyVersion, EncryptionKeyVersion.encryption_key == EncryptionKey.id)
        .join(EncryptionKeyFetch, EncryptionKeyFetch.version == EncryptionKeyVersion.id)
        .where(*theirs)
        .distinct()
        .limit(_MOST_PLACES)
    )
    news = [note for key in session.scalars(owners) for note in _of_place(session, owner_of(key), main, count, now)]
    notices.tell(session, news, now)


def _of_place(session: Session, owner: Key, main: User, count: int, now: int) -> list[NewNotice]:
    place = place_of(session, *owner)
    facts = {"receiver": main.username, "resource": place.name, "count": count}
    about = f"{main.id}:{now // _HOUR_MS}"
    return [NewNotice(person, KIND, about, facts) for person in deciders.find_deciders(session, place, main.id, now)]
