"""The applications that one is signed in to, and ending their access."""

from pydantic import Field

from app.api.app_state import Configured
from app.api.guard import SignedIn, SignedInToChange
from app.api.paging import ApiModel, Id
from app.api.problems import responses
from app.api.routing import Router
from app.platform.clock import now_ms
from app.tokens import refresh_families, refresh_family_ends

router = Router(prefix="/api/v1/session/applications", tags=["session"])


class OwnApplication(ApiModel):
    """One sign-in to an application. Times are epoch ms."""

    id: int
    application: str = Field(description="Its name.", examples=["Order desk"])
    client_id: str
    scope: list[str] = Field(examples=[["openid", "offline_access"]])
    audiences: list[str] = Field(description="What it may open in the user's name.", examples=[["pulsar"]])
    add_time: int
    last_use: int
    valid_until: int


class OwnApplications(ApiModel):
    """The newest sign-in first."""

    items: list[OwnApplication]


@router.get("", summary="Applications with access", responses=responses(401))
def list_own_applications(caller: SignedIn, settings: Configured) -> OwnApplications:
    """Sign-ins that have not ended."""
    signed_in = refresh_families.of_user(caller.session, settings, caller.user_id, now_ms())
    return OwnApplications(
        items=[
            OwnApplication(
                id=family.id,
                application=application.name,
                client_id=application.client_id,
                scope=family.scope.split(),
                audiences=family.audiences.split(),
                add_time=family.add_time,
                last_use=family.last_use,
                valid_until=family.valid_until,
            )
            for family, application in signed_in
        ]
    )


@router.delete(
    "/{family_id}", status_code=204, summary="End the access of an application", responses=responses(401, 403, 422)
)
def end_application_access(caller: SignedInToChange, family_id: Id) -> None:
    """This sign-in ends, its access tokens too, and the application has to ask for consent again."""
    refresh_family_ends.withdraw(caller.session, caller.username, caller.user_id, family_id, now_ms())
