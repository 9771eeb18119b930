"""Applications that people sign in to with the center: administrators register them, with exact redirect addresses."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints
from pydantic.config import JsonDict

from app.api.admin.tokens.token_parts import LastRefusal, last_refusal
from app.api.app_state import Configured
from app.api.guard import Administrator, AdministratorToChange, require_reauthentication
from app.api.paging import ApiModel, Body, Id, ShortName, examples
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.api.versions import Seen
from app.identity import users
from app.tokens import application_sign_in_ends, applications
from app.tokens.application_models import Application
from app.tokens.applications import ApplicationSettings

router = ChangingRouter(prefix="/applications", tags=["tokens"])
Uri = Annotated[str, StringConstraints(min_length=1, max_length=512)]
_EXAMPLE: JsonDict = {
    "name": "Order desk",
    "redirect_uris": ["https://desk.example/callback"],
    "logout_uris": ["https://desk.example/"],
    "trusted": True,
    "audiences": ["pulsar"],
}


class ApplicationFields(Body):
    """What may be changed. `trusted`: the company's own, nobody is asked for consent, and it
    may ask for `groups`. `audiences`: what its access
    tokens may open besides userinfo: brokers, or this API. `id_token_algorithm`: RS256 for new ones. `without_pkce`:
    for confidential ones of foreign make that know no PKCE."""

    model_config = examples(_EXAMPLE)

    name: ShortName
    redirect_uris: Annotated[list[Uri], Field(min_length=1, max_length=20)]
    logout_uris: Annotated[list[Uri], Field(max_length=20)] = Field(default_factory=list)
    trusted: bool = False
    audiences: Annotated[list[Uri], Field(max_length=2)] = Field(default_factory=list)
    id_token_algorithm: Literal["ES256", "RS256"] | None = None
    without_pkce: bool | None = None

    def wanted(self, row: Application | None = None) -> ApplicationSettings:
        """For the domain. What is not said stays as it is; new ones get RS256 (OpenID Connect Registration §2)."""
        alg = self.id_token_algorithm or (row.id_token_alg if row else "RS256")
        without_pkce = bool(row and row.without_pkce) if self.without_pkce is None else self.without_pkce
        return ApplicationSettings(
            self.name, self.redirect_uris, self.logout_uris, self.trusted, self.audiences, alg, without_pkce
        )


class NewApplication(ApplicationFields):
    """`service_id`: the service user whose secrets and keys a confidential application shows; without it the
    application is public and has PKCE alone."""

    service_id: Annotated[int, Field(ge=1, le=2**53)] | None = None


class ApplicationItem(ApiModel):
    """A registered application."""

    id: int
    client_id: str = Field(examples=["app:5f1c…"])
    name: str
    confidential: bool
    service_id: int | None = Field(description="The service user of a confidential one.")
    trusted: bool
    built_in: bool
    redirect_uris: list[str]
    logout_uris: list[str]
    audiences: list[str]
    id_token_algorithm: Literal["ES256", "RS256"] | None = Field(description="null: that of access tokens.")
    without_pkce: bool
    last_refusal: LastRefusal | None
    add_time: int = Field(description="epoch ms")
    update_time: int = Field(description="epoch ms")
    version: str = Field(description="For If-Match.")


class PossibleAudiences(ApiModel):
    """What tokens of applications may open besides userinfo."""

    brokers: str = Field(examples=["pulsar"])
    api: str = Field(description="This API.", examples=["https://center.example"])


class Applications(ApiModel):
    """All applications, by name."""

    items: list[ApplicationItem]
    audiences: PossibleAudiences


@router.get("", summary="List applications")
def list_applications(caller: Administrator, settings: Configured) -> Applications:
    """With the built-in one of the command line."""
    audiences = PossibleAudiences(brokers=settings.audience, api=settings.issuer)
    return Applications(
        items=[_item(application) for application in applications.every(caller.session)], audiences=audiences
    )


@router.post("", status_code=201, summary="Register an application", responses=responses(404, 409))
def create_application(caller: AdministratorToChange, settings: Configured, body: NewApplication) -> ApplicationItem:
    """The client id of a confidential one is its service user's name. 422 `invalid_redirect_uri`."""
    require_reauthentication(caller)
    service = None if body.service_id is None else users.find(caller.session, body.service_id)
    return _item(applications.create(caller.session, settings, caller.username, body.wanted(), service))


@router.put("/{application_id}", summary="Change an application", responses=responses(409))
def change_application(
    caller: AdministratorToChange, settings: Configured, application_id: Id, seen: Seen, body: ApplicationFields
) -> ApplicationItem:
    """Everything but its client id. Who is signed in stays so, unless an audience is taken away: then all sign in
    anew."""
    require_reauthentication(caller)
    row = seen.latest(applications.find(caller.session, application_id))
    if not {*row.audiences.split()} <= {*body.audiences}:
        application_sign_in_ends.end_those_of(caller.session, caller.username, row.id)
    applications.change(caller.session, settings, caller.username, row, body.wanted(row))
    return _item(row)


@router.delete("/{application_id}", status_code=204, summary="Delete an application", responses=responses(409))
def delete_application(caller: AdministratorToChange, application_id: Id, seen: Seen) -> None:
    """Its users' sign-ins and consents go with it, and their access tokens are revoked."""
    require_reauthentication(caller)
    row = seen.latest(applications.find(caller.session, application_id))
    applications.refuse_built_in(row)
    application_sign_in_ends.end_those_of(caller.session, caller.username, row.id)
    applications.remove(caller.session, caller.username, row)


def _item(row: Application) -> ApplicationItem:
    return ApplicationItem.of(
        row,
        confidential=row.service_id is not None,
        built_in=row.client_id == applications.COMMAND_LINE,
        redirect_uris=row.redirect_uris.splitlines(),
        logout_uris=row.logout_uris.splitlines(),
        audiences=row.audiences.split(),
        id_token_algorithm=row.id_token_alg,
        last_refusal=last_refusal(row.refused),
    )
