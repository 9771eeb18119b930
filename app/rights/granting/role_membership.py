"""Putting somebody into a role: whoever decides only within networks or for a time passes on no more than that.

An administrator of the center without such limits may put anybody into any role: it could give all of it. Others hold
what the role gives within its limits, now and for as long as the role has it.
"""

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.access.vocabulary import SUPER_USER
from app.access.windows import Window, window_of
from app.grants import roles
from app.grants.grant_facts import FactCache
from app.grants.models import Grant, UserRole
from app.identity.models import User
from app.platform.errors import NotAllowed
from app.rights.granting import delegation, giver_rights, limited_credential
from app.rights.granting.giver_rights import Offer

_ROOT = (int(ResourceType.ROOT), 0)


def join(session: Session, giver: User, role_id: int, user_id: int, now: int) -> None:
    """Put a user into a role; no effect for a member. Raises NotAllowed `not_held`, `limited_token`, and what
    `roles.join` raises."""
    if session.get(UserRole, (user_id, role_id)) is None:
        refuse_beyond(session, giver, role_id, now)
    roles.join(session, giver.username, role_id, user_id)


def refuse_beyond(session: Session, giver: User, role_id: int, now: int) -> None:
    """Raises NotAllowed `not_held`, `limited_token` when this user may put nobody into the role."""
    facts, known_giver = FactCache(session), giver_rights.KnownGiver(session, giver, now)
    lasting = or_(Grant.valid_until.is_(None), Grant.valid_until > now)
    grants = list(session.scalars(select(Grant).where(Grant.role_id == role_id, lasting).order_by(Grant.id)))
    for grant in grants:
        limited_credential.refuse_beyond(session, grant.limits)
    if not known_giver.at(facts.place(_ROOT)).lacking(Offer([SUPER_USER], Window(now))):
        return
    facts.read({(grant.res_type, grant.res_id) for grant in grants})
    known_giver.announce(
        place for grant in grants if (place := facts.known((grant.res_type, grant.res_id))) is not None
    )
    for grant in grants:
        if (place := facts.known((grant.res_type, grant.res_id))) is not None:
            _refuse_lacking(known_giver.at(place), grant, now)


def _refuse_lacking(giver: giver_rights.Giver, grant: Grant, now: int) -> None:
    window = window_of(grant, now)
    lacking = giver.lacking(Offer(grant.authority_ids(), window, grant.limits))
    if lacking:
        raise NotAllowed(
            f"The role has {', '.join(map(str, sorted(lacking)))} on {giver.place.name}, which you do not hold within "
            "the same limits and for as long: nobody puts others, or themselves, into such a role.",
            code="not_held",
            **delegation.lacking_facts(lacking, window),
        )
