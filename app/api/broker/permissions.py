"""The commands of pulsar-admin about rights: POST /permissions grants, revokes and lists, POST /tenant-administrators
carries out `tenants create | update --admin-roles`."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Literal, Self

from fastapi import Request
from pydantic import Field, StringConstraints, model_validator
from sqlalchemy.orm import Session

from app.access.names import ResourceName, ResourceType
from app.access.subscription_rules import ModeName
from app.api.app_state import database_of, settings_of
from app.api.broker.caller import Calling, changing
from app.api.paging import ApiModel, Body, Printable, examples
from app.api.problems import responses
from app.api.routing import Router
from app.audit.trail import trail
from app.brokers import actors, created_places
from app.brokers.credentials import CredentialHolder
from app.platform.clock import now_ms
from app.platform.errors import Conflict
from app.resources.subscription_rules import MOST_USERS
from app.rights.granting import permission_commands, permission_lists, subscription_permission_commands
from app.rights.granting.giver_rights import Giver

router = Router(tags=["broker"])
Word = Annotated[str, StringConstraints(max_length=32), Printable]
Name = Annotated[str, StringConstraints(max_length=512), Printable]
Proof = Annotated[str, StringConstraints(max_length=8192), Printable]
_CHANGES_OF_SUBSCRIPTIONS = frozenset({"grant_subscription", "revoke_subscription", "set_subscription_mode"})
_KNOWN_HERE = (
    "The user center has a tenant {name} already, in which you hold nothing. If the cluster lost it, who administers "
    "it removes it at the user center first: usercenter tenants delete {name} --cascade"
)
_ABOUT_SUBSCRIPTIONS = _CHANGES_OF_SUBSCRIPTIONS | {"list_subscriptions"}


class PermissionCall(Body):
    """A permission command that a broker received. `actor`: the principal that called the broker; `proof`: what it
    signed in with, its token or the receipt for its password. Lists need no proof. `describe` lists all that Pulsar's
    own answer about a tenant or namespace says of rights."""

    model_config = examples(
        {
            "action": "grant",
            "resource_type": "namespace",
            "resource": "acme/orders",
            "user": "orders-producer",
            "actions": ["produce"],
            "actor": "alice",
            "proof": "eyJhbGciOiJFUzI1NiIs…",
        },
        {"action": "list", "resource_type": "namespace", "resource": "acme/orders", "actor": "alice"},
    )

    action: Literal[
        "grant", "revoke", "list", "describe",
        "grant_subscription", "revoke_subscription", "list_subscriptions", "set_subscription_mode",
    ]  # fmt: skip
    resource_type: Word
    resource: Name
    user: Name | None = None
    actions: Annotated[list[Word], Field(max_length=16, default_factory=list)]
    subscription: Name | None = None
    users: Annotated[list[Name], Field(max_length=MOST_USERS, default_factory=list)]
    mode: ModeName | None = None
    actor: Name | None = None
    proof: Proof | None = Field(None, repr=False)

    @model_validator(mode="after")
    def _complete(self) -> Self:
        if self.action in _CHANGES_OF_SUBSCRIPTIONS:
            self.needed()
        return self

    def needed(self) -> str:
        """The field that a change of subscriptions needs: mode or subscription. Raises ValueError."""
        field = "mode" if self.action == "set_subscription_mode" else "subscription"
        value: str | None = getattr(self, field)
        if value is None:
            raise ValueError(f"{self.action} needs {field}")
        return value


class Permissions(ApiModel):
    """User name → Pulsar's actions on the resource. `revision`: the revision of the change, if there was one.
    `subscriptions`: subscription → the only users that may use it, when that was the question. `topics`: full name →
    its permissions, where a namespace is described. `administrators`: whom `adminRoles` of a described tenant names;
    null when the actor does not administer it. `owners`: whom it names besides, if the cluster's own list does."""

    permissions: dict[str, list[str]]
    revision: int | None = None
    subscriptions: dict[str, list[str]] | None = None
    topics: dict[str, dict[str, list[str]]] | None = None
    administrators: list[str] | None = None
    owners: list[str] | None = None


@contextmanager
def _asking(request: Request, cluster: CredentialHolder, call: PermissionCall) -> Iterator[tuple[Session, Giver]]:
    """The transaction of a change by pulsar-admin, and who asks for it there."""
    with changing(request, cluster) as session:
        yield session, _asker(request, session, cluster, call, call.resource_type, call.resource)


def _asker(
    request: Request,
    session: Session,
    cluster: CredentialHolder,
    call: "PermissionCall | TenantAdministrators",
    kind: str,
    resource: str,
) -> Giver:
    """Who asks for a change of this place, proven. Raises NotAllowed, NotFound, Conflict `lives_elsewhere_too`."""
    place = permission_commands.place_named(session, cluster.cluster_id, kind, resource)
    user = actors.proven_user(session, settings_of(request), cluster.cluster_id, call.actor, call.proof)
    return permission_commands.asker(session, cluster.cluster_id, user, place, now_ms())


@router.post("/permissions", summary="What pulsar-admin grants, revokes and lists", responses=responses(403, 404, 409))
def permissions(request: Request, cluster: Calling, body: PermissionCall) -> Permissions:
    """Grant, revoke or list. The answer has the permissions afterwards."""
    if body.action in _ABOUT_SUBSCRIPTIONS:
        return _about_subscriptions(request, cluster, body)
    database, now, number = database_of(request), now_ms(), cluster.cluster_id
    if body.action == "describe":
        with database.reading() as session:
            return _description(session, number, body)
    if body.action == "list":
        with database.reading() as session:
            if permission_commands.may_be_created(session, number, body.resource_type, body.resource):
                return Permissions(permissions={})
            place = permission_commands.place_named(session, number, body.resource_type, body.resource)
            return Permissions(permissions=permission_lists.of_place(session, number, body.actor, place, now))
    with _asking(request, cluster, body) as (session, by):
        most = settings_of(request).sub_accounts_max
        permission_commands.change(session, number, body.action, by, body.user, body.actions, accounts_max=most)
        permitted = permission_lists.of_place(session, number, body.actor, by.place, now)
        return Permissions(permissions=permitted, revision=trail.current_revision(session))


def _description(session: Session, cluster_id: int, body: PermissionCall) -> Permissions:
    """What Pulsar's own answer about the place is to say of rights."""
    place, now = permission_commands.place_named(session, cluster_id, body.resource_type, body.resource), now_ms()
    if place.key[0] == ResourceType.TENANT:
        named, owners = permission_lists.administrators(session, body.actor, place, now) or (None, None)
        return Permissions(permissions={}, administrators=named, owners=owners)
    permitted = permission_lists.of_place(session, cluster_id, body.actor, place, now)
    if place.key[0] != ResourceType.NAMESPACE:
        return Permissions(permissions=permitted)
    topics = permission_lists.of_topics_in(session, cluster_id, place)
    rules = subscription_permission_commands.list_rules(session, body.actor, place, now)
    return Permissions(permissions=permitted, topics=topics, subscriptions=rules)


def _about_subscriptions(request: Request, cluster: CredentialHolder, body: PermissionCall) -> Permissions:
    """Who alone may use subscriptions of a namespace, and how their names must begin."""
    database, now, number = database_of(request), now_ms(), cluster.cluster_id
    if body.action == "list_subscriptions":
        with database.reading() as session:
            place = permission_commands.place_named(session, number, body.resource_type, body.resource)
            rules = subscription_permission_commands.list_rules(session, body.actor, place, now)
            return Permissions(permissions={}, subscriptions=rules)
    with _asking(request, cluster, body) as (session, by):
        if body.action == "set_subscription_mode":
            subscription_permission_commands.set_mode(session, by, body.needed())
        elif body.action == "grant_subscription":
            subscription_permission_commands.grant(session, by, body.needed(), body.users)
        else:
            subscription_permission_commands.revoke(session, by, body.needed(), body.users)
        rules = subscription_permission_commands.list_rules(session, body.actor, by.place, now)
        return Permissions(permissions={}, subscriptions=rules, revision=trail.current_revision(session))


class TenantAdministrators(Body):
    """The users that are to administer the tenant. `only`: all names of the list that was sent; who is not in it loses
    104 where it was given on the tenant alone, without window and limits. Null: nobody loses it. `creates`: the broker
    makes the tenant when this is done; a cluster that adopts creations has it made here first. `actor`: the principal
    that named them; `proof`: what it signed in with."""

    model_config = examples(
        {"tenant": "acme", "users": ["bob"], "only": ["bob"], "actor": "alice", "proof": "eyJ…"},
        {"tenant": "acme", "users": ["bob"], "actor": "alice", "proof": "eyJ…"},
    )

    tenant: Name
    users: Annotated[list[Name], Field(max_length=64)]
    only: Annotated[list[Name], Field(max_length=256)] | None = None
    creates: bool = False
    actor: Name
    proof: Proof | None = Field(None, repr=False)

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not self.users and self.only is None:
            raise ValueError("give `users`, `only`, or both")
        return self


class Made(ApiModel):
    """The revision of the change. `owners`: who needs no grant, so that the cluster's own list keeps the names."""

    revision: int
    owners: list[str]


@router.post(
    "/tenant-administrators",
    summary="Whom pulsar-admin names as administrators of a tenant",
    responses=responses(403, 404, 409),
)
def tenant_administrators(request: Request, cluster: Calling, body: TenantAdministrators) -> Made:
    """Grant 104 on the tenant to each of them in the actor's name, and take it from others as `only` says: all or
    none. A list that changes nothing needs no proof: programs send it along with every change of a tenant."""
    with database_of(request).reading() as session:
        if permission_commands.are_administrators(session, cluster.cluster_id, body.tenant, body.users, body.only):
            return _made(session, cluster.cluster_id, body.tenant)
    with changing(request, cluster) as session:
        if body.creates:
            made = ResourceName.of(ResourceType.TENANT, body.tenant)
            by_whom = body.actor, body.proof
            created_places.record(session, settings_of(request), cluster.cluster_id, made, by_whom, {}, now_ms())
        by = _asker(request, session, cluster, body, "tenant", body.tenant)
        if body.creates and not by.sees():  # the broker has asked whether the actor may create tenants
            raise Conflict(_KNOWN_HERE.format(name=body.tenant), code="exists")
        most = settings_of(request).sub_accounts_max
        permission_commands.make_administrators(
            session, cluster.cluster_id, by, body.users, only=body.only, accounts_max=most
        )
        return _made(session, cluster.cluster_id, body.tenant)


def _made(session: Session, cluster_id: int, tenant: str) -> Made:
    owners = permission_commands.owners_of(session, cluster_id, tenant)
    return Made(revision=trail.current_revision(session), owners=owners)
