"""Client secrets of a service user. Two may exist at a time, so that one can be replaced without an outage."""

from typing import Annotated

from pydantic import Field

from app.api.admin.grants.grant_limits import Networks
from app.api.admin.users import accounts
from app.api.app_state import Configured
from app.api.guard import ReauthenticatedToChange, SignedIn, SignedInToChange
from app.api.paging import ApiModel, Body, Id, examples
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.brokers import known_limits
from app.identity import client_secrets
from app.platform.clock import now_ms

router = ChangingRouter(prefix="/users/{user_id}/client-secrets", tags=["tokens"])


class NewSecret(Body):
    """How long the secret is valid; if left out, until it is deleted. `networks`: where tokens are given for it and
    used; brokers do not take such a secret as a password."""

    model_config = examples({"days": 90})

    days: Annotated[int, Field(ge=1, le=3650)] | None = None
    networks: Networks | None = None


class SecretItem(ApiModel):
    """A secret in a list."""

    id: int
    hint: str = Field(description="Its last characters.", examples=["x7Qa"])
    add_time: int = Field(description="epoch ms")
    valid_until: int | None = Field(description="epoch ms; null: until it is deleted")
    last_use: int | None = Field(description="epoch ms")
    networks: list[str] | None = Field(description="As written; null: everywhere.")


class CreatedSecret(SecretItem):
    """The new secret, shown only now."""

    client_id: str = Field(examples=["orders-producer"])
    client_secret: str = Field(repr=False, examples=["puc_secret_…"])


class Secrets(ApiModel):
    """The user's secrets, oldest first."""

    items: list[SecretItem]


@router.get("", summary="List client secrets")
def list_client_secrets(caller: SignedIn, user_id: Id) -> Secrets:
    """The list has no secrets: only their hashes are stored."""
    user = accounts.own_or_managed(caller, user_id)
    return Secrets(items=[SecretItem.of(secret) for secret in client_secrets.of_user(caller.session, user)])


@router.post("", status_code=201, summary="Create a client secret", responses=responses(409))
def create_client_secret(
    caller: ReauthenticatedToChange, settings: Configured, user_id: Id, body: NewSecret | None = None
) -> CreatedSecret:
    """For /oauth2/token, and as the password of stock clients. 409 `too_many_secrets` when there are two already. A
    secret with an end is refused from then on, and deleted soon after."""
    user = accounts.own_or_managed(caller, user_id)
    accounts.refuse_credential(caller, user)
    days = None if body is None else body.days
    networks = None if body is None else body.networks
    if networks is not None:
        known_limits.refuse_unknown(caller.session, settings, now_ms())
    row, secret = client_secrets.create(caller.session, caller.username, user, days, networks)
    return CreatedSecret.of(row, client_id=user.username, client_secret=secret)


@router.delete("/{secret_id}", status_code=204, summary="Delete a client secret")
def delete_client_secret(caller: SignedInToChange, user_id: Id, secret_id: Id) -> None:
    """It stops working at once; brokers that remember it are told to ask again."""
    user = accounts.own_or_managed(caller, user_id)
    client_secrets.remove(caller.session, caller.username, user, secret_id)
