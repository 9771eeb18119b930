"""API tokens of a user, for clients that can only hold a static token. Shown once, listed, revoked at once."""

from typing import Annotated

from pydantic import Field, StringConstraints

from app.api.admin.grants.grant_limits import Networks
from app.api.admin.tokens.token_parts import READS_ORDERS, TokenPart, TokenPartItem, parts_of
from app.api.admin.users import accounts
from app.api.app_state import Configured
from app.api.guard import ReauthenticatedToChange, SignedIn, SignedInToChange
from app.api.paging import ApiModel, Body, Id, Listed, Paged, ShortName, examples
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.brokers import known_limits
from app.platform.clock import now_ms
from app.platform.errors import NotAllowed
from app.tokens import api_tokens, scopes
from app.tokens.models import ApiToken

router = ChangingRouter(prefix="/users/{user_id}/tokens", tags=["tokens"])


class NewToken(Body):
    """A new token. Without `audiences` it is for brokers; with the center's address it opens this API.
    `networks`: where it may be used; a list is looked up now, and the token keeps what that says. `scope`: what it may
    be used for, of all that its user may; such a token is for brokers alone."""

    model_config = examples(
        {"name": "orders-producer on host 7", "days": 90},
        {"name": "billing reads orders", "days": 30, "scope": [READS_ORDERS]},
    )

    name: ShortName
    days: Annotated[int, Field(ge=1, description="PUC_API_TOKEN_DAYS_MAX at most")]
    audiences: list[Annotated[str, StringConstraints(max_length=256)]] = Field(default_factory=list, max_length=2)
    networks: Networks | None = None
    scope: Annotated[list[TokenPart], Field(min_length=1, max_length=scopes.MOST)] | None = None


class TokenItem(ApiModel):
    """A token in a list. The token itself is never shown again."""

    id: int
    jti: str = Field(description="The token's id; access events name it.")
    name: str
    audiences: list[str]
    add_time: int = Field(description="epoch ms")
    valid_until: int = Field(description="epoch ms")
    revoke_time: int | None = Field(description="epoch ms; null while it is not revoked")
    last_use: int | None = Field(description="epoch ms, half a minute late at most; at the center and at brokers")
    networks: list[str] | None = Field(description="As written; null: everywhere.")
    scope: list[TokenPartItem] | None = Field(description="What it may be used for; null: for all that its user may.")


class CreatedToken(TokenItem):
    """The new token, shown only now."""

    token: str = Field(repr=False, examples=["eyJhbGciOiJFUzI1NiIs…"])


@router.get("", summary="List API tokens")
def list_tokens(caller: SignedIn, user_id: Id, page: Paged) -> Listed[TokenItem]:
    """Includes expired and revoked tokens; `sort=-id`: the newest first."""
    user = accounts.own_or_managed(caller, user_id)
    query = api_tokens.query_of(user).where(*page.matching(ApiToken.name))
    return page.of(caller.session, query, ApiToken.id, _item)


@router.post("", status_code=201, summary="Create an API token", responses=responses(409))
def create_token(caller: ReauthenticatedToChange, settings: Configured, user_id: Id, body: NewToken) -> CreatedToken:
    """Only a service may have tokens made by others: with a token of a person the caller could act in that person's
    name. A person makes its own in the console, so that a stolen token of hours cannot be turned into one of months.
    409 `too_many_tokens` when a hundred have not expired yet, including revoked ones."""
    user = accounts.own_or_managed(caller, user_id)
    accounts.refuse_credential(caller, user)
    if user.id != caller.user_id and user.kind == "person":
        raise NotAllowed("A person makes its own tokens.", code="own_tokens_only")
    if user.kind == "person" and caller.via == "token":
        raise NotAllowed("A person's token is made in the console, not with a token.", code="session_needed")
    if body.networks is not None:
        known_limits.refuse_unknown(caller.session, settings, now_ms())
    wanted = body.model_dump(exclude={"scope"})
    scope = None if body.scope is None else scopes.checked(caller.session, [part.wanted() for part in body.scope])
    row, token = api_tokens.create(caller.session, settings, caller.username, user, **wanted, scope=scope)
    return CreatedToken(**_item(row).model_dump(), token=token.reveal())


@router.delete("/{token_id}", status_code=204, summary="Revoke an API token")
def revoke_token(caller: SignedInToChange, user_id: Id, token_id: Id) -> None:
    """Refused from now on, here and in every broker. Revoking twice changes nothing."""
    user = accounts.own_or_managed(caller, user_id)
    api_tokens.revoke(caller.session, caller.username, user, token_id)


def _item(row: ApiToken) -> TokenItem:
    return TokenItem.of(row, audiences=row.audiences.split(" "), scope=parts_of(scopes.read(row.scope)))
