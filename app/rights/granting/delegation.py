"""Who may grant and revoke (docs/granting.md): administrators of the resource, and main accounts to their sub-accounts.
Who may receive (decision 0015): an active account; a sub-account only for rights of its main account; and never
somebody through whom the giver would get the right back.

A giver must hold every authority that it gives. On a tenant of several clusters it must hold it on each of them.
"""

from sqlalchemy import exists, or_, select
from sqlalchemy.orm import Session

from app.access.limits import Limits
from app.access.windows import Window
from app.grants.models import Grant, Role, UserRole
from app.identity import sub_accounts
from app.identity.models import User
from app.platform.errors import Conflict, NotAllowed
from app.rights.granting import giver_rights, limited_credential, lineage
from app.rights.granting.giver_rights import Giver, Lacking, Offer
from app.rights.local_rights import LocalRights


def check_grant(session: Session, giver: Giver, role: Role, offer: Offer) -> None:
    """Check that the giver holds all of it within the limits, now and for the whole window, on every cluster.

    Raises NotFound when the giver may not see the resource, NotAllowed `sub_account_cannot_grant`, `limited_token`,
    `not_allowed` or `not_held`.
    """
    _refuse_sub_account(giver)
    giver.require_visible()
    limited_credential.refuse_beyond(session, offer.limits)
    check_held(session, giver, role, offer)


def check_held(session: Session, giver: Giver, role: Role, offer: Offer) -> None:
    """The same for somebody who does not make the running request: only what it holds counts, not the request's
    credential.

    Raises NotAllowed `not_allowed` or `not_held`.
    """
    limits, lacking = offer.limits, Lacking()
    if not is_own_sub_account(session, giver.user, role):
        if not giver.administers(limits):
            raise NotAllowed(
                f"Granting on {_place_shown(giver, limits)} takes administer there; a main account may also grant to "
                "its sub-accounts.",
                reason="NO_GRANT",
            )
        lacking = giver.lacking_to_decide(offer)  # nobody gives longer than they decide
    for number, gap in giver.lacking(offer).items():
        lacking[number] = min(gap, lacking.get(number, gap))
    if lacking:
        message = _lacking_message(giver, lacking, offer.window)
        if limits is not None and limits.networks is not None:
            message += " Each network has to be covered by a grant of yours that counts where you work."
        raise NotAllowed(message, code="not_held", **lacking_facts(lacking, offer.window))


def check_receiver(session: Session, giver: Giver, role: Role, offer: Offer) -> None:
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
            **lacking_facts(lacking, offer.window),
        )


def check_revoke(giver: Giver, grant: Grant) -> None:
    """Raises NotAllowed unless the user administers the resource or made this grant itself."""
    _refuse_sub_account(giver)
    if grant.granted_by_id != giver.user.id and not giver.administers(grant.limits):
        raise NotAllowed(
            f"Revoking takes administer on {giver.place.name}, or having granted it yourself.", reason="NO_GRANT"
        )


def _place_shown(giver: Giver, limits: Limits | None) -> str:
    """The place, and the prefix of the grant: an administrator of another prefix has to understand the refusal."""
    prefix = None if limits is None else limits.prefix
    return giver.place.name if prefix is None else f"names of {giver.place.name} that begin with {prefix}"


def is_own_sub_account(session: Session, user: User, role: Role) -> bool:
    """True when the role is the personal role of one of the user's sub-accounts."""
    if role.personal_of is None:
        return False
    return session.get_one(User, role.personal_of).parent == user.id


def _lacking_message(giver: Giver, lacking: Lacking, window: Window) -> str:
    never = sorted(number for number, gap in lacking.items() if gap <= window.start)
    if never:
        return (
            f"You do not hold {', '.join(map(str, never))} on {giver.place.name}; nobody grants what they do not hold."
        )
    return (
        f"You hold {', '.join(map(str, sorted(lacking)))} on {giver.place.name} for a part of that time only; "
        "nobody grants for longer than they hold."
    )


def lacking_facts(lacking: Lacking, wanted: Window) -> dict[str, object]:
    """Facts for a problem document. `held_until`: until when it could be given (epoch ms); null: not at all."""
    held_until = {str(number): gap if gap > wanted.start else None for number, gap in sorted(lacking.items())}
    return {"authorities": sorted(lacking), "held_until": held_until}


def _refuse_sub_account(giver: Giver) -> None:
    if giver.user.parent is not None:
        raise NotAllowed("A sub-account cannot grant or revoke.", code="sub_account_cannot_grant")
