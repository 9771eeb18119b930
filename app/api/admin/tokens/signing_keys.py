"""Signing keys: look at them, let the next one sign, revoke one that has leaked, encrypt them anew. Never a private
part."""

from typing import Annotated, Literal

from fastapi import Path
from pydantic import Field, StringConstraints
from sqlalchemy.orm import Session

from app.api.app_state import Configured
from app.api.guard import Administrator, AdministratorToChange, require_reauthentication
from app.api.paging import ApiModel, Body, Printable, WholeList, examples
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.audit.trail import trail
from app.identity import users
from app.platform import resealing
from app.platform.clock import now_ms
from app.platform.settings import Settings
from app.providers.sealed_columns import SEALED
from app.rights.requests import notices
from app.rights.requests.notices import NewNotice
from app.tokens import key_life, key_times
from app.tokens.models import SigningKey

router = ChangingRouter(prefix="/signing-keys", tags=["tokens"])
Kid = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,64}$", description="Id of the key, the `kid` of its tokens.")]
_TOKENS_SHOWN = 500


class SigningKeyItem(ApiModel):
    """A key. Times are epoch ms."""

    kid: str = Field(examples=["NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs"])
    algorithm: str = Field(examples=["ES256"])
    id_tokens_only: bool = Field(description="It signs for applications that want ID tokens of its algorithm.")
    state: Literal["published", "active", "retired", "gone", "revoked"]
    add_time: int = Field(description="Since when it is published.")
    active_time: int | None = Field(description="Since when it signs, or signed.")
    retire_time: int | None
    revoke_time: int | None
    revoke_reason: str | None
    next_time: int | None = Field(
        description="published: from when on it may sign. active: when it is replaced. retired: when it goes."
    )
    living_tokens: int = Field(description="API tokens that end when it is revoked.")


class SigningKeys(WholeList[SigningKeyItem]):
    """All keys, oldest first; the newest two hundred of very many."""


class Revocation(Body):
    """Why the key is revoked; everybody who may read the audit log sees it."""

    model_config = examples({"reason": "a backup was stolen"})

    reason: Annotated[str, StringConstraints(min_length=1, max_length=256, strip_whitespace=True), Printable]


class SignedToken(ApiModel):
    """An API token that a key signed."""

    username: str
    name: str
    valid_until: int = Field(description="epoch ms")


class SignedTokens(ApiModel):
    """API tokens that end when the key is revoked, by user; at most five hundred of `total`."""

    items: list[SignedToken]
    total: int
    services: list[str] = Field(
        description="Services that got another token lately. Clients that keep it are refused until they are restarted."
    )


class Resealed(ApiModel):
    """What was encrypted anew."""

    items: list[str] = Field(description="Ids of the signing keys.")
    secrets: int = Field(description="Other secrets: of authenticator apps, identity providers, web hooks.")
    more: bool = Field(description="More secrets wait for another call; one takes 500.")
    lost: int = Field(description="Secrets that neither the present nor the previous key opens.")


@router.get("", summary="List signing keys")
def list_signing_keys(caller: Administrator, settings: Configured) -> SigningKeys:
    """Every key with its state. One signs, and one is published as its spare."""
    return _keys(caller.session, settings)


@router.post("", status_code=201, summary="Let the next key sign", responses=responses(409))
def rotate_signing_keys(caller: AdministratorToChange, settings: Configured) -> SigningKeys:
    """The published key signs, the active one retires, another one is published; also of the keys for ID tokens alone,
    if theirs is ready. 409 `key_too_young` while the next key may be unknown to somebody who verifies tokens."""
    require_reauthentication(caller)
    key_life.rotate_every(caller.session, settings, caller.username, now_ms())
    return _keys(caller.session, settings)


@router.get("/{kid}/tokens", summary="List API tokens that a key signed")
def list_key_tokens(caller: Administrator, settings: Configured, kid: Kid) -> SignedTokens:
    """Those that still work. All of them, and every other token that the key signed, end when it is revoked."""
    tokens = key_times.living_tokens(caller.session, kid, now_ms())
    shown = tokens[:_TOKENS_SHOWN]
    names = users.names(caller.session, {token.user_id for token in shown})
    items = [SignedToken.of(token, username=names[token.user_id]) for token in shown]
    return SignedTokens(items=items, total=len(tokens), services=key_times.services(caller.session, settings, now_ms()))


@router.post("/{kid}/revoke", summary="Revoke a signing key")
def revoke_signing_key(caller: AdministratorToChange, settings: Configured, kid: Kid, body: Revocation) -> SigningKeys:
    """Refuse all tokens that it signed, here at once and at brokers as soon as they hear of it. If it was the active
    key, the spare signs from now on. It cannot be undone. Revoking twice changes nothing. Administrators, and owners of
    API tokens that end, get a notice; so do web hooks."""
    require_reauthentication(caller)
    now = now_ms()
    revoked = key_life.revoke(caller.session, settings, caller.username, kid, body.reason, now)
    if revoked is not None:
        news = [NewNotice(user_id, notices.KEY_REVOKED, kid, revoked.facts) for user_id in sorted(revoked.users)]
        notices.tell(caller.session, news, now)
    return _keys(caller.session, settings)


@router.post("/reencrypt", summary="Encrypt stored secrets anew")
def reencrypt_signing_keys(caller: AdministratorToChange, settings: Configured) -> Resealed:
    """With the present PUC_KEY_ENCRYPTION_KEY and PUC_SECRET_KEY. Every instance must have them already."""
    kids = key_life.reseal(caller.session, settings, caller.username)
    resealed = resealing.reseal(caller.session, settings, SEALED)
    if resealed.done:
        trail.record(caller.session, caller.username, "key.reseal", "PUC_SECRET_KEY", after={"secrets": resealed.done})
    return Resealed(items=kids, secrets=resealed.done, more=resealed.more, lost=resealed.lost)


def _keys(session: Session, settings: Settings) -> SigningKeys:
    counts = key_times.living_token_counts(session, now_ms())
    return SigningKeys(
        items=[
            _item(session, settings, signing_key, counts.get(signing_key.kid, 0))
            for signing_key in key_times.newest(session)
        ]
    )


def _item(session: Session, settings: Settings, key: SigningKey, living: int) -> SigningKeyItem:
    return SigningKeyItem.of(
        key,
        algorithm=key.alg,
        id_tokens_only=key.id_tokens is not None,
        state=key.status,
        next_time=key_times.next_time(session, settings, key),
        living_tokens=living,
    )
