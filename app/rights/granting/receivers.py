"""Who may receive a grant: an active account; a sub-account only for rights of its main account; and never somebody
through whom the giver would get the right back. Decision 0015."""

from sqlalchemy import exists, or_, select
from sqlalchemy.orm import Session

from app.grants.models import Grant, Role, UserRole
from app.identity import sub_accounts
from app.identity.models import User
from app.platform.errors import Conflict, NotAllowed
from app.rights.granting import delegation, giver_rights, lineage
from app.rights.granting.giver_rights import Giver, Offer
from app.rights.local_rights import LocalRights


def check(session: Session, giver: Giver, role: Role, offer: Offer) -> None:
    """Check that the role may receive the authorities. Of a shared role, today's members are checked; adding a member
    later is the decision of an administrator.

    Raises Conflict `receiver_not_active` or `main_account_does_not_hold`, NotAllowed `self_grant` or `grant_cycle`.
    """
    if role.personal_of is None:
        _refuse_role(session, giver, role, offer)
        return
    receiver = session.get_one(User, role.personal_of)
    _refuse_inactive(session, receiver)
    # Administrators of the center gain nothing by a grant to themselves, and the audit log names them.
    if not giver.administers_the_center():
        _refuse_self(giver, receiver)
        lineage.refuse_cycle(session, giver, receiver, offer)
    if receiver.parent is not None and receiver.parent != giver.user.id:
        _refuse_beyond_main(session, giver, receiver, offer)


def _refuse_role(session: Session, giver: Giver, role: Role, offer: Offer) -> None:
    """Check only the giver and members that have made grants: no other member can close a circle."""
    if giver.administers_the_center():
        return
    if role.id not in giver.concerned:
        members = select(UserRole.user_id).where(UserRole.role_id == role.id)
        gave = exists().where(Grant.granted_by_id == User.id)
        concerned = select(User).where(User.id.in_(members), or_(User.id == giver.user.id, gave))
        giver.concerned[role.id] = list(session.scalars(concerned.order_by(User.id)))
    for member in giver.concerned[role.id]:
        _refuse_self(giver, member)
        lineage.refuse_cycle(session, giver, member, offer)


def _refuse_inactive(session: Session, receiver: User) -> None:
    if not sub_accounts.effectively_active(session, receiver):
        whose = receiver.username if receiver.status != "active" else f"the main account of {receiver.username}"
        status = receiver.status if receiver.status != "active" else "disabled"
        raise Conflict(
            f"{whose} is {status}: nothing is given to who cannot act. Enable it first.",
            code="receiver_not_active",
            user_id=receiver.id,
            status=receiver.status,
        )


def _refuse_self(giver: Giver, receiver: User) -> None:
    if receiver.id == giver.user.id:
        raise NotAllowed(
            "Nobody grants to themselves or to a role that they are in: it would outlive the right it comes from.",
            code="self_grant",
        )


def _refuse_beyond_main(session: Session, giver: Giver, receiver: User, offer: Offer) -> None:
    """Refuse what the main account lacks: the grant would have no effect until the main account gets the right, and
    would then start to work without anybody having decided it."""
    main = session.get_one(User, receiver.parent)
    of_main = LocalRights(session, [main.username])
    snapshots = [of_main.at(cluster, giver.place) for cluster in giver.place.clusters or (None,)]
    # Only the wanted window counts; what the main account holds today does not.
    lacking = giver_rights.lacking(snapshots, main.username, giver.resource, offer, offer.window.start)
    if lacking:
        raise Conflict(
            f"{receiver.username} is a sub-account of {main.username}, which does not hold "
            f"{', '.join(map(str, sorted(lacking)))} on {giver.place.name} for all that time: grant it to "
            f"{main.username} first.",
            code="main_account_does_not_hold",
            **delegation.lacking_facts(lacking, offer.window),
        )
