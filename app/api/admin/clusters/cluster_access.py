"""What a cluster's brokers need: a plugin credential, a token of their own, lines for broker.conf."""

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi.responses import PlainTextResponse
from pydantic import Field

from app.api.admin.resources import resource_items as shared
from app.api.admin.users import accounts
from app.api.app_state import Configured
from app.api.callers import Caller
from app.api.guard import ReauthenticatedToChange, SignedIn, SignedInToChange
from app.api.paging import ApiModel, Body, Id, examples
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.brokers import broker_settings, credential_issuers, credentials
from app.brokers.credential_issuers import Issuer
from app.brokers.models import ClusterCredential
from app.identity import users
from app.platform.errors import Conflict
from app.resources import cluster_users
from app.resources.models import Cluster
from app.tokens import api_tokens
from app.tokens.models import ApiToken

router = ChangingRouter(prefix="/clusters/{cluster_id}", tags=["clusters"])


class MadeBySomebody(ApiModel):
    """Who made it. It stays valid when that user no longer administers the cluster: then replace it."""

    issued_by: str | None
    issuer_administers: bool


class CredentialItem(MadeBySomebody):
    """A plugin credential in a list; `hint`: its last characters; times are epoch ms."""

    id: int
    hint: str
    add_time: int
    last_use: int | None


class BrokerTokenItem(MadeBySomebody):
    """A valid token of the cluster's brokers; times are epoch ms."""

    name: str
    jti: str
    add_time: int
    valid_until: int
    last_use: int | None


class Credentials(ApiModel):
    """At most two credentials, oldest first, and the brokers' tokens, newest first."""

    items: list[CredentialItem]
    broker_tokens: list[BrokerTokenItem]


class CreatedCredential(CredentialItem):
    """The new credential, shown only now."""

    credential: str = Field(repr=False, examples=["puc_cluster_1_…"])


class NewBrokerToken(Body):
    """How long the token is valid; if left out, as long as the settings allow."""

    model_config = examples({"days": 90})

    days: Annotated[int, Field(ge=1, description="PUC_API_TOKEN_DAYS_MAX at most")] | None = None


class BrokerToken(ApiModel):
    """A token of the cluster's brokers, shown only now."""

    token: str = Field(repr=False, examples=["eyJhbGciOiJFUzI1NiIs…"])
    valid_until: int = Field(description="epoch ms")


@router.get("/credentials", summary="List a cluster's credentials")
def list_credentials(caller: SignedIn, cluster_id: Id) -> Credentials:
    """The plugin credentials of the cluster. For users who administer it."""
    cluster = find_administered(caller, cluster_id)
    rows = credentials.of_cluster(caller.session, cluster.id)
    tokens = credential_issuers.living_broker_tokens(caller.session, cluster)
    return Credentials(items=_items(caller, cluster, rows), broker_tokens=[_token(*token) for token in tokens])


@router.post("/credentials", summary="Create a credential for plugins", status_code=201, responses=responses(409))
def create_credential(caller: ReauthenticatedToChange, cluster_id: Id) -> CreatedCredential:
    """A new plugin credential. Two may be valid at a time, so that brokers can change over."""
    cluster = find_administered(caller, cluster_id)
    accounts.refuse_limited_on_cluster(caller, cluster.id)
    accounts.refuse_brokers_credential(caller)
    row, text = credentials.issue(caller.session, caller.username, cluster.id)
    return CreatedCredential(**_items(caller, cluster, [row])[0].model_dump(), credential=text)


@router.delete("/credentials/{credential_id}", summary="Withdraw a credential", status_code=204)
def delete_credential(caller: SignedInToChange, cluster_id: Id, credential_id: Id) -> None:
    """It is refused from now on. Brokers keep deciding by their rights until they get another one."""
    cluster = find_administered(caller, cluster_id)
    credentials.withdraw(caller.session, caller.username, cluster.id, credential_id)


@router.post("/broker-token", summary="Create a token for brokers", status_code=201, responses=responses(409))
def create_broker_token(
    caller: ReauthenticatedToChange, cluster_id: Id, settings: Configured, body: NewBrokerToken | None = None
) -> BrokerToken:
    """A token of `broker.<name>`, for brokerClientAuthenticationParameters. Older ones stay valid."""
    cluster = find_administered(caller, cluster_id)
    accounts.refuse_limited_on_cluster(caller, cluster.id)
    accounts.refuse_brokers_credential(caller)
    user = users.by_name(caller.session, cluster_users.broker_username(cluster.name))
    if user is None:
        raise Conflict(f"The user {cluster_users.broker_username(cluster.name)} was deleted.", code="no_broker_user")
    days = body.days if body and body.days else settings.api_token_days_max
    name = api_tokens.next_name(caller.session, user, "broker token ")
    row, token = api_tokens.create(
        caller.session, settings, caller.username, user, name=name, days=days, audiences=[settings.audience]
    )
    return BrokerToken(token=token.reveal(), valid_until=row.valid_until)


@router.get("/broker-conf", summary="Lines for broker.conf", response_class=PlainTextResponse)
def broker_conf(caller: SignedIn, cluster_id: Id, settings: Configured) -> PlainTextResponse:
    """The lines for broker.conf; no secret is in them."""
    cluster = find_administered(caller, cluster_id)
    return PlainTextResponse(broker_settings.broker_conf(cluster.name, settings))


def find_administered(caller: Caller, cluster_id: int) -> Cluster:
    """The cluster, if the caller holds authority 4 on it. Raises NotFound, NotAllowed."""
    return shared.find_administered(caller, Cluster, cluster_id)


def _items(caller: Caller, cluster: Cluster, rows: Sequence[ClusterCredential]) -> list[CredentialItem]:
    issued = credential_issuers.of_credentials(caller.session, cluster, [credential.id for credential in rows])
    return [CredentialItem.of(credential, **_issuer_fields(issued[credential.id])) for credential in rows]


def _token(row: ApiToken, issuer: Issuer) -> BrokerTokenItem:
    return BrokerTokenItem.of(row, **_issuer_fields(issuer))


def _issuer_fields(issuer: Issuer) -> dict[str, Any]:
    return {"issued_by": issuer.name, "issuer_administers": issuer.administers}
