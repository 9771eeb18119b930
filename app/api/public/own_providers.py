"""One's own links to the company's providers, made by showing both accounts; and the trial of a provider."""

from fastapi import Request, Response
from pydantic import Field
from sqlalchemy.orm import Session

from app.api import guard
from app.api.app_state import Connected
from app.api.guard import ReauthenticatedToChange, SignedInBeforeSetup, SignedInBeforeSetupToWait, SignedInToWait
from app.api.paging import ApiModel, Id
from app.api.problems import responses
from app.api.public import session_provider
from app.api.public.session_provider import WayOut
from app.api.routing import Router
from app.identity import factors
from app.platform.errors import Conflict, NotAllowed, NotFound
from app.providers import account_links, configuration

router = Router(prefix="/api/v1", tags=["session"])


class LinkItem(ApiModel):
    """An account at a provider that signs in here."""

    provider_id: int
    provider: str = Field(examples=["Acme"])
    subject: str = Field(description="The provider's id of the account.")
    enabled: bool = Field(description="False: the provider is switched off, and signs nobody in.")
    add_time: int = Field(description="epoch ms")


class Links(ApiModel):
    """The caller's links. `has_password`: a password signs in, too."""

    items: list[LinkItem]
    has_password: bool


@router.get("/session/links", summary="List my accounts at providers", responses=responses(401, 403, 422))
def list_links(caller: SignedInBeforeSetup) -> Links:
    """Each signs in to the caller's account here."""
    links = account_links.links_of(caller.session, caller.user_id)
    return Links(
        items=[
            LinkItem.of(link, provider_id=provider.id, provider=provider.name, enabled=bool(provider.enabled))
            for link, provider in links
        ],
        has_password=caller.user.passwd is not None,
    )


@router.post("/session/links/{provider_id}", summary="Link an account", responses=responses(401, 403, 422))
def begin_link(
    request: Request, response: Response, caller: SignedInToWait, provider_id: Id, database: Connected
) -> WayOut:
    """Where to sign in with the account that is to be linked. The person has shown who it is a moment ago."""
    if caller.via != "session":
        raise NotAllowed("Accounts are linked in the console, not with a token.", code="session_needed")
    guard.require_reauthentication(caller)
    with database.reading() as session:
        issuer = configuration.switched_on(session, provider_id).issuer
    return session_provider.begin(request, response, provider_id, issuer, "link", caller.user_id)


@router.post(
    "/session/reauthentication/{provider_id}",
    summary="Show a provider once more who you are",
    responses=responses(401, 403, 409, 422),
)
def reauthenticate_with_provider(
    request: Request, response: Response, caller: SignedInBeforeSetupToWait, provider_id: Id, database: Connected
) -> WayOut:
    """Where to do so. Back in the console the session may do what 401 `reauthentication_needed` refuses. Who has a
    second factor shows that one (403 `password_not_enough`). 409 `provider_off`: it is switched off."""
    if caller.via != "session":
        raise NotAllowed("Only a session of the console needs this.", code="session_needed")
    with database.reading() as session:
        if factors.of(session, caller.user_id):
            raise NotAllowed("Show your second factor instead.", code="password_not_enough")
        issuer = _linked_and_on(session, caller.user_id, provider_id)
    return session_provider.begin(request, response, provider_id, issuer, "again", caller.user_id)


@router.post("/identity-providers/{provider_id}/trial", summary="Try a provider", responses=responses(401, 403, 422))
def try_provider(
    request: Request, response: Response, caller: SignedInToWait, provider_id: Id, database: Connected
) -> WayOut:
    """For administrators: where to sign in for trial. Back in the console the claims are shown; nobody is signed in,
    nothing is linked."""
    if not caller.is_administrator:
        raise NotAllowed("Only administrators of the center may do this.", reason="NO_GRANT")
    with database.reading() as session:
        issuer = configuration.find(session, provider_id).issuer
    return session_provider.begin(request, response, provider_id, issuer, "trial", caller.user_id)


@router.delete(
    "/session/links/{provider_id}",
    status_code=204,
    summary="Unlink an account",
    responses=responses(401, 403, 409, 422),
)
def unlink_provider(caller: ReauthenticatedToChange, provider_id: Id) -> None:
    """The roles that the provider gave end with it. 409 `only_way_in` without a password here."""
    user = caller.user
    if user.passwd is None and len(account_links.links_of(caller.session, user.id)) < 2:
        raise Conflict("Nothing else signs in to this account.", code="only_way_in")
    account_links.unlink(caller.session, caller.username, configuration.find(caller.session, provider_id), user)


def _linked_and_on(session: Session, user_id: int, provider_id: int) -> str:
    """The issuer. Users with a link know the provider, and see that it is off."""
    linked = {provider.id: provider for _, provider in account_links.links_of(session, user_id)}
    if provider_id not in linked:
        raise NotFound("There is no such link.")
    if not linked[provider_id].enabled:
        raise Conflict("The provider is switched off: use your password.", code="provider_off")
    return linked[provider_id].issuer
