"""One's own second factors: authenticator app, recovery codes, passkeys. Changing them ends one's other sessions."""

from typing import Annotated, Any

import segno
from fastapi import Response
from pydantic import Field, StringConstraints

from app.api.app_state import Configured
from app.api.callers import Caller
from app.api.cookies import SESSION
from app.api.guard import ReauthenticatedToEnrol, ReauthenticatedToStartEnrolment, SignedInBeforeSetup
from app.api.paging import ApiModel, Body, Id, OneLine, examples
from app.api.problems import responses
from app.api.public import session_answer
from app.api.routing import Router
from app.identity import authenticator_app, factors, passkeys, recovery_codes, safety_messages, sessions
from app.identity.models import ConsoleSession, User
from app.platform.clock import now_ms
from app.platform.errors import InvalidInput, NotAllowed
from app.platform.outbox import enqueue

router = Router(prefix="/api/v1/session", tags=["session"])


class AppItem(ApiModel):
    """The authenticator app that counts."""

    add_time: int = Field(description="epoch ms")
    last_use: int | None = Field(description="epoch ms")


class PasskeyItem(ApiModel):
    """A passkey."""

    id: int
    name: str = Field(examples=["Laptop"])
    add_time: int = Field(description="epoch ms")
    last_use: int | None = Field(description="epoch ms")


class Factors(ApiModel):
    """The second factors of the caller. `demanded`: the policy wants one, so the last cannot be removed."""

    authenticator_app: AppItem | None
    passkeys: list[PasskeyItem]
    recovery_codes_left: int
    demanded: bool


class NewApp(ApiModel):
    """The secret for the authenticator app, shown only now: as text, as `otpauth:` address, as picture (SVG)."""

    secret: str = Field(repr=False, examples=["JBSWY3DPEHPK3PXP…"])
    address: str = Field(repr=False)
    picture: str = Field(repr=False, description="A data: address of an SVG with the QR code.")


class ShownCode(Body):
    """A code that the app shows."""

    model_config = examples({"code": "123456"})

    code: Annotated[str, StringConstraints(min_length=1, max_length=16)] = Field(repr=False)


class NewPasskey(Body):
    """What `navigator.credentials.create` returned, as JSON, and a name to know it by."""

    model_config = examples({"name": "Laptop", "credential": {"id": "…", "type": "public-key"}})

    name: Annotated[str, StringConstraints(min_length=1, max_length=64), OneLine]
    credential: dict[str, Any] = Field(repr=False)


class RecoveryCodes(ApiModel):
    """Codes for one use each, shown only now; empty when those from before still count."""

    codes: list[str] = Field(repr=False, examples=[["k3qv-…"]])


@router.get("/factors", summary="My second factors", responses=responses(401))
def get_own_factors(caller: SignedInBeforeSetup, settings: Configured) -> Factors:
    """Also while the first one is still to be set up."""
    app = authenticator_app.of_user(caller.session, caller.user_id)
    return Factors(
        authenticator_app=None if app is None else AppItem(add_time=app.add_time, last_use=app.last_use),
        passkeys=[PasskeyItem.of(passkey) for passkey in passkeys.of_user(caller.session, caller.user_id)],
        recovery_codes_left=recovery_codes.left(caller.session, caller.user_id),
        demanded=factors.is_demanded(settings, is_administrator=caller.is_administrator),
    )


@router.post("/authenticator-app", summary="Begin to set up an app", responses=responses(401, 403))
def begin_authenticator_app(caller: ReauthenticatedToEnrol, settings: Configured) -> NewApp:
    """A new secret. It counts once a code of it was shown (PUT); an earlier app counts until then."""
    secret, address = authenticator_app.begin(caller.session, settings, _person(caller), now_ms())
    return NewApp(secret=secret, address=address, picture=segno.make(address).svg_data_uri(scale=4))


@router.put("/authenticator-app", summary="Confirm the app", responses=responses(401, 403, 422))
def confirm_authenticator_app(
    caller: ReauthenticatedToEnrol, settings: Configured, response: Response, body: ShownCode
) -> RecoveryCodes:
    """From now on signing in asks for its code. The first factor brings recovery codes."""
    user, now = _person(caller), now_ms()
    if not authenticator_app.confirm(caller.session, settings, user, body.code, now):
        raise InvalidInput("The code does not fit; is the clock of the device right?", code="wrong_new_code")
    return _note_new_factor(caller, settings, response, user, "app_add", "otp")


@router.delete("/authenticator-app", status_code=204, summary="Remove the app", responses=responses(401, 403))
def remove_authenticator_app(caller: ReauthenticatedToEnrol, settings: Configured) -> None:
    """403 `last_factor` while the policy demands a second factor and there is no other."""
    user = _person(caller)
    authenticator_app.remove(caller.session, user.id)
    _note_removed_factor(caller, settings, user, "app_remove")


@router.post("/recovery-codes", summary="New recovery codes", responses=responses(401, 403))
def renew_recovery_codes(caller: ReauthenticatedToEnrol) -> RecoveryCodes:
    """Ten codes, shown only now. Those from before end. 403 `no_factor` without a second factor."""
    user = _person(caller)
    if not factors.of(caller.session, user.id):
        raise NotAllowed("Recovery codes replace a factor: set one up first.", code="no_factor")
    codes = recovery_codes.renew(caller.session, user.id, now_ms())
    factors.record_change(caller.session, user, "codes_renew", own_session=caller.console_session)
    safety_messages.tell(caller.session, user, enqueue.NEW_FACTOR, what="codes")
    return RecoveryCodes(codes=codes)


@router.post("/passkeys/challenge", summary="Begin to add a passkey", responses=responses(401, 403, 409))
def begin_passkey(caller: ReauthenticatedToStartEnrolment, settings: Configured) -> dict[str, Any]:
    """The options for `navigator.credentials.create`, for one use within five minutes."""
    return passkeys.to_register(caller.session, settings, _person(caller), now_ms())


@router.post("/passkeys", status_code=201, summary="Add a passkey", responses=responses(401, 403, 422))
def add_passkey(
    caller: ReauthenticatedToEnrol, settings: Configured, response: Response, body: NewPasskey
) -> RecoveryCodes:
    """It signs in alone. The first factor brings recovery codes."""
    user = _person(caller)
    if passkeys.register(caller.session, settings, user, body.name, body.credential, now_ms()) is None:
        raise InvalidInput("The passkey was not accepted; try again.", code="passkey_not_accepted")
    return _note_new_factor(caller, settings, response, user, "passkey_add", "pop")


@router.delete("/passkeys/{number}", status_code=204, summary="Remove a passkey", responses=responses(401, 403, 422))
def remove_passkey(caller: ReauthenticatedToEnrol, settings: Configured, number: Id) -> None:
    """403 `last_factor` while the policy demands a second factor and there is no other."""
    user = _person(caller)
    passkeys.remove(caller.session, user.id, number)
    _note_removed_factor(caller, settings, user, "passkey_remove")


def _person(caller: Caller) -> User:
    if caller.via != "session":
        raise NotAllowed("Second factors are managed in the console, not with a token.", code="session_needed")
    return caller.user


def _note_new_factor(
    caller: Caller, settings: Configured, response: Response, user: User, what: str, method: str
) -> RecoveryCodes:
    """A new factor counts: this session has shown it and gets a new cookie; recovery codes if there are none."""
    session, codes = caller.session, list[str]()
    if not recovery_codes.left(session, user.id):
        codes = recovery_codes.renew(session, user.id, now_ms())
    factors.record_change(session, user, what, own_session=caller.console_session)
    safety_messages.tell(session, user, enqueue.NEW_FACTOR, what=method)
    row = session.get_one(ConsoleSession, caller.console_session)
    secret = sessions.renew(session, row, (method,), now_ms())
    session_answer.set_cookie(settings, response, SESSION, secret)
    return RecoveryCodes(codes=codes)


def _note_removed_factor(caller: Caller, settings: Configured, user: User, what: str) -> None:
    demanded = factors.is_demanded(settings, is_administrator=caller.is_administrator)
    if demanded and not factors.of(caller.session, user.id):
        raise NotAllowed("A second factor is demanded: add another one first.", code="last_factor")
    factors.record_change(caller.session, user, what, own_session=caller.console_session)
    safety_messages.tell(caller.session, user, enqueue.FACTOR_REMOVED, what="otp" if what == "app_remove" else "pop")
