"""Web hooks: addresses outside of the center that are told of notices. For administrators."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from app.api.admin.messages.mail import DeliveryItem
from app.api.app_state import Configured
from app.api.guard import Administrator, AdministratorToChange, require_reauthentication
from app.api.paging import ApiModel, Body, Id, Listed, OneLine, Paged, examples
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.messages import hook_deliveries, hooks
from app.platform.clock import now_ms
from app.platform.outbox.kinds import NoticeKind
from app.platform.outbox.models import HookDelivery, WebHook

router = ChangingRouter(prefix="/web-hooks", tags=["web hooks"])


class NewWebHook(Body):
    """The host is one of PUC_WEB_HOOK_HOSTS. `kinds`: of notices; null: all."""

    model_config = examples(
        {"name": "chat", "url": "https://hooks.acme.example/pulsar", "kinds": ["request_to_decide"]}
    )

    name: Annotated[str, StringConstraints(min_length=1, max_length=64), OneLine]
    url: Annotated[str, StringConstraints(min_length=1, max_length=500)]
    kinds: Annotated[list[NoticeKind], Field(min_length=1, max_length=50)] | None = None


class WebHookChange(Body):
    """Switch it on or off."""

    model_config = examples({"status": "off"})

    status: Literal["on", "off"]


class WebHookItem(ApiModel):
    """A web hook."""

    id: int
    name: str
    url: str
    kinds: list[str] | None
    status: str = Field(description="on, off, or failed: switched off by the center after five days without a success")
    failing_since: int | None
    before_until: int | None = Field(description="until then the secret before signs, too (epoch ms)")
    add_time: int
    update_time: int


class WebHookSecret(ApiModel):
    """What signs, shown only now; for libraries of Standard Webhooks."""

    secret: str = Field(repr=False, examples=["whsec_…"])


class NewWebHookItem(WebHookItem, WebHookSecret):
    """The new web hook with its secret."""


@router.get("", summary="List web hooks")
def list_web_hooks(caller: Administrator, page: Paged) -> Listed[WebHookItem]:
    """Twenty at most."""
    return page.of(caller.session, hooks.every(), WebHook.id, WebHookItem.of)


@router.post("", status_code=201, summary="Add a web hook", responses=responses(409))
def create_web_hook(caller: AdministratorToChange, settings: Configured, body: NewWebHook) -> NewWebHookItem:
    """The secret is shown only now. Nothing is called yet: send a test."""
    require_reauthentication(caller)
    created = hooks.create(caller.session, settings, caller.username, body.name, body.url, body.kinds, now_ms())
    return NewWebHookItem.of(created[0], secret=created[1])


@router.patch("/{hook_id}", summary="Switch a web hook on or off")
def change_web_hook(caller: AdministratorToChange, hook_id: Id, body: WebHookChange) -> WebHookItem:
    """What comes while it is off is not sent later."""
    row = hooks.find(caller.session, hook_id)
    hooks.switch(caller.session, caller.username, row, body.status, now_ms())
    return WebHookItem.of(row)


@router.delete("/{hook_id}", status_code=204, summary="Delete a web hook")
def delete_web_hook(caller: AdministratorToChange, hook_id: Id) -> None:
    """What waits for it is not sent."""
    require_reauthentication(caller)
    hooks.remove(caller.session, caller.username, hooks.find(caller.session, hook_id))


@router.post("/{hook_id}/secret", summary="New secret of a web hook")
def renew_web_hook_secret(caller: AdministratorToChange, settings: Configured, hook_id: Id) -> WebHookSecret:
    """Shown only now. For 24 hours the secret before signs, too, so that receivers can change it."""
    require_reauthentication(caller)
    row = hooks.find(caller.session, hook_id)
    return WebHookSecret(secret=hooks.renew_secret(caller.session, settings, caller.username, row, now_ms()))


@router.post("/{hook_id}/test", status_code=202, summary="Send a test")
def send_test_delivery(caller: AdministratorToChange, hook_id: Id) -> None:
    """What became of it is in the list of deliveries."""
    hooks.test(caller.session, hooks.find(caller.session, hook_id), now_ms())


@router.get("/{hook_id}/deliveries", summary="List deliveries")
def list_deliveries(caller: Administrator, page: Paged, hook_id: Id) -> Listed[DeliveryItem]:
    """Of the last thirty days, with what the last attempt failed with."""
    hooks.find(caller.session, hook_id)
    return page.of(caller.session, hook_deliveries.of_hook(hook_id), HookDelivery.id, DeliveryItem.of)


@router.post("/{hook_id}/deliveries/{delivery_id}/retry", status_code=202, summary="Send again")
def retry_delivery(caller: AdministratorToChange, hook_id: Id, delivery_id: Id) -> DeliveryItem:
    """At once, and with the same `webhook-id`, so that the receiver can tell."""
    hook = hooks.find(caller.session, hook_id)
    return DeliveryItem.of(hook_deliveries.send_again(caller.session, hook, delivery_id, now_ms()))
