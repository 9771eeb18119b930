"""Who may grant and revoke (docs/granting.md): administrators of the resource, and main accounts to their sub-accounts.

A giver must hold every authority that it gives. On a tenant of several clusters it must hold it on each of them.
Who may receive it: `receivers`.
"""

from sqlalchemy.orm import Session

from app.access.limits import Limits
from app.access.windows import Window
from app.grants.models import Grant, Role
from app.identity.models import User
from app.platform.errors import NotAllowed
from app.rights.granting import limited_credential
from app.rights.granting.giver_rights import Giver, Lacking, Offer


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
