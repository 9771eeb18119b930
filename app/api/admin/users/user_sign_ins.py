"""What an administrator can do about the sign-ins of somebody: end the sessions, remove factors that were lost."""

from pydantic import Field
from sqlalchemy.orm import Session

from app.api.admin.users import accounts
from app.api.app_state import Configured
from app.api.guard import ReauthenticatedToChange, SignedIn, SignedInToChange
from app.api.paging import ApiModel, Id
from app.api.routing import ChangingRouter
from app.audit.trail import trail
from app.identity import factors, sessions
from app.identity.factors import Factor
from app.platform.clock import now_ms
from app.platform.errors import NotAllowed
from app.rights.requests import factor_resets

router = ChangingRouter(prefix="/users/{user_id}", tags=["users"])


class WaitingReset(ApiModel):
    """An administrator wants the factors removed; another one has to want it, too, before `valid_until`."""

    asked_by: str = Field(examples=["alice"])
    add_time: int = Field(description="epoch ms")
    valid_until: int = Field(description="epoch ms")


class UserFactors(ApiModel):
    """The second factors of a user. `reset`: their removal waits for a second administrator."""

    factors: list[Factor]
    reset: WaitingReset | None


@router.delete("/sessions", status_code=204, summary="End all sessions of a user")
def end_user_sessions(caller: SignedInToChange, user_id: Id) -> None:
    """The user has to sign in again, in every browser (ASVS 7.4.5)."""
    user = accounts.find_managed(caller, user_id)
    sessions.end_all(caller.session, user.id)
    trail.record(caller.session, caller.username, "session.end", user.username, after={"user": user.username})


@router.get("/factors", summary="Second factors of a user")
def get_user_factors(caller: SignedIn, user_id: Id) -> UserFactors:
    """Which ones there are, and whether their removal waits for a second administrator."""
    return _factors(caller.session, accounts.find_managed(caller, user_id).id)


@router.delete("/factors", summary="Remove all second factors")
def reset_user_factors(caller: ReauthenticatedToChange, settings: Configured, user_id: Id) -> UserFactors:
    """For a user who lost them: all its sessions end, and then the password alone signs in. Convince yourself who asks.
    Not for oneself, and not by a sub-account. With PUC_FOUR_EYES another administrator has to do the same within a day;
    until then the answer has `reset`, and nothing is removed."""
    user = accounts.find_managed(caller, user_id)
    if user.id == caller.user_id:
        raise NotAllowed("Another administrator removes your factors.", code="own_factors")
    accounts.refuse_credential(caller, user)
    factor_resets.reset(caller.session, settings, caller.user, user, now_ms())
    caller.session.flush()
    return _factors(caller.session, user.id)


def _factors(session: Session, user_id: int) -> UserFactors:
    row = factor_resets.waiting(session, user_id, now_ms())
    reset = None if row is None else WaitingReset.model_validate(row, from_attributes=True)
    return UserFactors(factors=list(factors.of(session, user_id)), reset=reset)
