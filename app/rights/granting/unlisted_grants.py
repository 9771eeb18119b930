"""Grants that Pulsar's lists of permissions leave out: with a window or limits, or to a shared role."""

from collections.abc import Collection

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.vocabulary import AUTHORITIES, Right
from app.grants import roles
from app.grants.models import Grant, Role
from app.identity.models import User
from app.platform.errors import Conflict
from app.rights.granting.giver_rights import Giver


def refuse_revocation(session: Session, giver: Giver, user: User, rights: Collection[Right]) -> None:
    """Raises Conflict `not_in_pulsars_words` when a revocation by pulsar-admin would change nothing although the user
    has one of the rights by such a grant on the place: success would be taken for the end of the right. Tells nothing
    to somebody who does not decide about grants there."""
    if not giver.administers():
        return
    on_place = Grant.res_type == giver.place.key[0], Grant.res_id == giver.place.key[1]
    query = select(Grant, Role).join(Role, Role.id == Grant.role_id).where(*on_place)
    for grant, role in session.execute(query.where(Role.id.in_(roles.ids_of(user.id))).order_by(Grant.id)):
        lasts = grant.valid_until is None or grant.valid_until > giver.now
        numbers = AUTHORITIES.keys() & set(grant.authority_ids())
        if lasts and any(not AUTHORITIES[number].rights.isdisjoint(rights) for number in numbers):
            how = f"through the shared role {role.role_name}" if role.personal_of is None else "with a window or limits"
            raise Conflict(
                f"{user.username} holds this on {giver.place.name} {how}, which pulsar-admin and Terraform neither "
                "show nor change; nothing was revoked. Revoke it at the user center.",
                code="not_in_pulsars_words",
            )
