"""Where one is signed in: one's own sessions (ASVS 7.5.2) and the applications with access. Each can be ended."""

from pydantic import Field

from app.api.app_state import Configured
from app.api.guard import SignedIn, SignedInToChange
from app.api.paging import ApiModel, Id, WholeList
from app.api.problems import responses
from app.api.routing import Router
from app.identity import browser_names, sessions
from app.platform.clock import now_ms
from app.providers import configuration
from app.tokens import application_sign_in_ends, refresh_families

router = Router(prefix="/api/v1", tags=["session"])


class OwnSession(ApiModel):
    """A browser in which the caller is signed in."""

    id: int
    this: bool = Field(description="The session of this request.")
    address: str = Field(examples=["10.1.2.3"])
    agent: str = Field(description="What the browser calls itself.", examples=["Mozilla/5.0 …"])
    browser: str | None = Field(description="Read from `agent`; null: not known.", examples=["Firefox"])
    system: str | None = Field(description="Likewise.", examples=["Linux"])
    methods: list[str] = Field(description="How the user showed who it is (RFC 8176).", examples=[["pwd", "otp"]])
    provider: str | None = Field(
        description="The identity provider that showed who the user is, as it is called now; null: none did.",
        examples=["Acme"],
    )
    add_time: int = Field(description="epoch ms")
    last_use: int = Field(description="epoch ms, half a minute late at most")
    valid_until: int = Field(description="Its absolute end (epoch ms).")


class OwnSessions(WholeList[OwnSession]):
    """The sessions that have not ended, the newest first."""


@router.get("/sessions", summary="My sessions", responses=responses(401))
def list_own_sessions(caller: SignedIn, settings: Configured) -> OwnSessions:
    """Every browser in which the caller is signed in now."""
    rows = sessions.of_user(caller.session, settings, caller.user_id, now_ms())
    providers = configuration.names(caller.session, [row.provider_id for row in rows])
    return OwnSessions(
        items=[
            OwnSession.of(
                row,
                this=row.id == caller.console_session,
                **browser_names.of(row.agent)._asdict(),
                methods=row.methods.split(),
                provider=providers.get(row.provider_id or 0),
            )
            for row in rows
        ]
    )


@router.delete("/sessions", status_code=204, summary="End my other sessions", responses=responses(401, 403))
def end_other_sessions(caller: SignedInToChange) -> None:
    """All but the one of this request."""
    sessions.end_others(caller.session, caller.user_id, caller.console_session)


@router.delete(
    "/sessions/{session_id}", status_code=204, summary="End one of my sessions", responses=responses(401, 403, 422)
)
def end_own_session(caller: SignedInToChange, session_id: Id) -> None:
    """A session that has ended already, or is not the caller's, changes nothing."""
    sessions.end_one(caller.session, caller.user_id, session_id)


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


class OwnApplications(WholeList[OwnApplication]):
    """The newest sign-in first."""


@router.get("/session/applications", summary="Applications with access", responses=responses(401))
def list_own_applications(caller: SignedIn, settings: Configured) -> OwnApplications:
    """Sign-ins that have not ended."""
    signed_in = refresh_families.of_user(caller.session, settings, caller.user_id, now_ms())
    return OwnApplications(
        items=[
            OwnApplication.of(
                family,
                application=application.name,
                client_id=application.client_id,
                scope=family.scope.split(),
                audiences=family.audiences.split(),
            )
            for family, application in signed_in
        ]
    )


@router.delete(
    "/session/applications/{family_id}",
    status_code=204,
    summary="End the access of an application",
    responses=responses(401, 403, 422),
)
def end_application_access(caller: SignedInToChange, family_id: Id) -> None:
    """This sign-in ends, its access tokens too, and the application has to ask for consent again."""
    application_sign_in_ends.withdraw(caller.session, caller.username, caller.user_id, family_id, now_ms())
