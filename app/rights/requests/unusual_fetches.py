"""Tells who administers a place when somebody collects private halves of encryption keys: more than its work needs."""

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.grants.places import Place
from app.identity.models import User
from app.resources.key_fetches import PRIVATE
from app.resources.models import EncryptionKeyFetch
from app.rights.requests import deciders, notices
from app.rights.requests.notices import NewNotice

KIND = "many_keys_fetched"
USUAL = 20
"""Versions whose private halves a user may get within an hour before anybody is told."""
_HOUR_MS = 3_600_000


def tell(session: Session, user: User, place: Place, now: int) -> None:
    """Tell those who administer this place, whose key the user got now, if that is one of too many. Each of them once
    in an hour about one user; others are told when it is a key of theirs."""
    mine = EncryptionKeyFetch.user_id == user.id, EncryptionKeyFetch.half == PRIVATE
    query = select(func.count(EncryptionKeyFetch.id)).where(*mine, EncryptionKeyFetch.time > now - _HOUR_MS)
    count = session.scalar(query) or 0
    if count <= USUAL:
        return
    facts = {"receiver": user.username, "resource": place.name, "count": count}
    people = deciders.find_deciders(session, place, main_id=0, now=now)
    about = f"{user.id}:{now // _HOUR_MS}"
    notices.tell(session, [NewNotice(person, KIND, about, facts) for person in people], now)
