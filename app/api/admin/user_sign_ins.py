"""What an administrator can do about the sign-ins of somebody: end the sessions, remove factors that were lost."""

from fastapi import APIRouter

from app.api.admin import accounts
from app.api.guard import Changing, Elevated, SignedIn
from app.api.paging import Id
from app.api.problems import responses
from app.errors import NotAllowed
from app.identity import factors, sessions
from app.trail import trail

router = APIRouter(prefix="/users/{user_id}", tags=["users"])


@router.delete("/sessions", status_code=204, summary="End all sessions of a user", responses=responses(401, 403, 404))
def end_sessions(caller: SignedIn, session: Changing, user_id: Id) -> None:
    """The user has to sign in again, in every browser (ASVS 7.4.5)."""
    user = accounts.find_managed(session, caller, user_id)
    sessions.end_all(session, user.id)
    trail.record(session, caller.username, "session.end", user.username, after={"user": user.username})


@router.delete("/factors", status_code=204, summary="Remove all second factors", responses=responses(401, 403, 404))
def reset_factors(caller: Elevated, session: Changing, user_id: Id) -> None:
    """For a user who lost them: all its sessions end, and then the password alone signs in. Convince yourself who asks.
    Not for oneself, and not by a sub-account."""
    user = accounts.find_managed(session, caller, user_id)
    if user.id == caller.user_id:
        raise NotAllowed("Another administrator removes your factors.", code="own_factors")
    accounts.refuse_limited_for(caller, user)
    accounts.refuse_foreign_credential(caller, user)
    factors.reset(session, caller.username, user)
