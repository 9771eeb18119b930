"""Client secrets of a service user, and its public keys for private_key_jwt. Of each two may overlap, so that one can
be replaced without an outage."""

from typing import Annotated

from pydantic import Field, StringConstraints
from pydantic.config import JsonDict

from app.api.admin.grants.grant_limits import Networks
from app.api.admin.users import accounts
from app.api.app_state import Configured
from app.api.guard import ReauthenticatedToChange, SignedIn, SignedInToChange
from app.api.paging import ApiModel, Body, Id, ShortName, WholeList, examples
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.brokers import known_limits
from app.identity import client_keys, client_secrets, public_keys
from app.identity.public_keys import Algorithm, PublicKey
from app.platform.clock import now_ms
from app.platform.errors import InvalidInput

router = ChangingRouter(prefix="/users/{user_id}", tags=["tokens"])


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


class Secrets(WholeList[SecretItem]):
    """The user's secrets, oldest first."""


@router.get("/client-secrets", summary="List client secrets")
def list_client_secrets(caller: SignedIn, user_id: Id) -> Secrets:
    """The list has no secrets: only their hashes are stored."""
    user = accounts.own_or_managed(caller, user_id)
    return Secrets(items=[SecretItem.of(secret) for secret in client_secrets.of_user(caller.session, user)])


@router.post("/client-secrets", status_code=201, summary="Create a client secret", responses=responses(409))
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


@router.delete("/client-secrets/{secret_id}", status_code=204, summary="Delete a client secret")
def delete_client_secret(caller: SignedInToChange, user_id: Id, secret_id: Id) -> None:
    """It stops working at once; brokers that remember it are told to ask again."""
    user = accounts.own_or_managed(caller, user_id)
    client_secrets.remove(caller.session, caller.username, user, secret_id)


_EXAMPLE: JsonDict = {
    "name": "orders-producer on host 7",
    "days": 365,
    "jwk": {
        "kty": "EC",
        "crv": "P-256",
        "x": "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4",
        "y": "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM",
    },
}


class NewKey(Body):
    """A public key, as JWK or as PEM: P-256, or RSA of 2048 to 4096 bits. Without `days` it is valid until it is
    deleted. `networks`: where requests that it signs may come from, and where their tokens may be used."""

    model_config = examples(_EXAMPLE)

    name: ShortName
    jwk: dict[str, object] | None = Field(default=None, max_length=20, repr=False)
    pem: Annotated[str, StringConstraints(max_length=8192)] | None = Field(None, repr=False)
    alg: Algorithm | None = Field(default=None, description="RSA: RS256, if left out, or PS256.")
    days: Annotated[int, Field(ge=1, le=3650)] | None = None
    networks: Networks | None = None


class KeyItem(ApiModel):
    """A registered key."""

    id: int
    kid: str = Field(description="What the client writes into the header of what it signs.")
    thumbprint: str = Field(description="RFC 7638, SHA-256.")
    alg: str = Field(examples=["ES256"])
    name: str
    add_time: int = Field(description="epoch ms")
    valid_until: int | None = Field(description="epoch ms; null: until it is deleted")
    last_use: int | None = Field(description="epoch ms, half a minute late at most")
    networks: list[str] | None = Field(description="As written; null: everywhere.")


class Keys(WholeList[KeyItem]):
    """The user's keys, oldest first."""


@router.get("/keys", summary="List keys")
def list_client_keys(caller: SignedIn, user_id: Id) -> Keys:
    """Five at most."""
    user = accounts.own_or_managed(caller, user_id)
    return Keys(items=[KeyItem.of(client_key) for client_key in client_keys.of_user(caller.session, user)])


@router.post("/keys", status_code=201, summary="Register a public key", responses=responses(409))
def register_client_key(caller: ReauthenticatedToChange, settings: Configured, user_id: Id, body: NewKey) -> KeyItem:
    """With the private key the service signs its requests to /oauth2/token. 422 `private_key_sent`: that key has left
    its machine and must not be used. 409 `too_many_keys` when there are five."""
    user = accounts.own_or_managed(caller, user_id)
    accounts.refuse_credential(caller, user)
    key = _read(body)
    if body.networks is not None:
        known_limits.refuse_unknown(caller.session, settings, now_ms())
    row = client_keys.register(
        caller.session, caller.username, user, key, name=body.name, days=body.days, networks=body.networks
    )
    return KeyItem.of(row)


@router.delete("/keys/{key_id}", status_code=204, summary="Delete a key")
def delete_client_key(caller: SignedInToChange, user_id: Id, key_id: Id) -> None:
    """What it signs is refused at once. Tokens that it got live on for their minutes: disable the user to end them."""
    user = accounts.own_or_managed(caller, user_id)
    client_keys.remove(caller.session, caller.username, user, key_id)


def _read(body: NewKey) -> PublicKey:
    if body.jwk is not None and body.pem is None:
        return public_keys.from_jwk(body.jwk, body.alg)
    if body.pem is not None and body.jwk is None:
        return public_keys.from_pem(body.pem, body.alg)
    raise InvalidInput("Send the key as jwk or as pem.", code="invalid_key")
