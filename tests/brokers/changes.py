"""Random changes by the service's own functions. With only a few names, names are used again after a deletion."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, inspect, select
from sqlalchemy.orm import Session

from app.access.subscription_rules import Mode
from app.accounts import lifecycle
from app.brokers import credentials as cluster_credentials
from app.brokers.models import ClusterCredential
from app.database import Base, Database
from app.errors import UserCenterError
from app.grants import grants, roles
from app.grants.models import Grant, Role, UserRole
from app.identity import client_secrets, credentials, groups, users
from app.identity.models import ClientSecret, ServiceGroup, User
from app.pulsar.names import ResourceType
from app.resources import clusters, deletion, namespaces, resource_rows, subscription_rules, tenants, topics
from app.resources.models import Cluster, Namespace, ProvisioningJob, SubscriptionRule, Tenant, Topic
from app.settings import Settings
from app.tokens import api_tokens
from app.tokens.models import ApiToken
from app.trail import contents, trail
from app.trail.history import TABLES

NOW = 1_800_000_000_000
ACTOR = "test"
HOSTS = ("pulsar",)


@dataclass(frozen=True)
class Chance:
    """The random source of a step."""

    session: Session
    rng: random.Random
    settings: Settings

    def any(self, model: Any, *where: Any) -> Any:
        """A random row, or None. Ordered, so that a seed gives the same changes on every database."""
        rows = list(self.session.scalars(select(model).where(*where).order_by(*inspect(model).primary_key)))
        return self.rng.choice(rows) if rows else None

    def name(self, prefix: str, of: int = 6) -> str:
        """One of few names."""
        return f"{prefix}{self.rng.randrange(of)}"


Step = Callable[[Chance], object]


def add_user(draw: Chance) -> None:
    main = draw.any(User) if draw.rng.random() < 0.4 else None
    group = draw.any(ServiceGroup)
    kind = draw.rng.choice(["person", "service"])
    parent, of = main.id if main else None, group.id if group else None
    lifecycle.create(draw.session, ACTOR, draw.name("user", 9), kind, parent_id=parent, group_id=of)  # type: ignore[arg-type]


def change_user(draw: Chance) -> None:
    if user := draw.any(User):
        status = draw.rng.choice(["active", "disabled", "locked"])
        users.change(
            draw.session, ACTOR, user, status=status, nick=draw.name("nick"), remark=draw.rng.choice([None, "雪"])
        )


def unlock(draw: Chance) -> None:
    if user := draw.any(User):
        users.unlock(draw.session, ACTOR, user)


def set_password(draw: Chance) -> None:
    if user := draw.any(User, User.kind == "person"):
        if draw.rng.random() < 0.5:
            credentials.give_initial_secret(draw.session, draw.settings, ACTOR, user, NOW)
        else:
            credentials.change_password(draw.session, user, "hash")


def add_secret(draw: Chance) -> None:
    if user := draw.any(User, User.kind == "service"):
        client_secrets.create(draw.session, ACTOR, user)


def remove_secret(draw: Chance) -> None:
    if secret := draw.any(ClientSecret):
        client_secrets.remove(draw.session, ACTOR, draw.session.get_one(User, secret.user_id), secret.id)


def add_token(draw: Chance) -> None:
    if user := draw.any(User):
        api_tokens.create(draw.session, draw.settings, ACTOR, user, name=draw.name("token"), days=1, audiences=[])


def revoke_token(draw: Chance) -> None:
    if token := draw.any(ApiToken):
        api_tokens.revoke(draw.session, ACTOR, draw.session.get_one(User, token.user_id), token.id)


def remove_user(draw: Chance) -> None:
    if user := draw.any(User):
        _remove(draw, user)


def _remove(draw: Chance, user: User) -> None:
    clusters.refuse_needed(draw.session, user)
    api_tokens.remove_all(draw.session, ACTOR, user)
    subscription_rules.forget_user(draw.session, ACTOR, user)
    lifecycle.remove(draw.session, ACTOR, user)


def add_group(draw: Chance) -> None:
    groups.create(draw.session, ACTOR, draw.name("group"))


def change_group(draw: Chance) -> None:
    if group := draw.any(ServiceGroup):
        groups.change(draw.session, ACTOR, group, name=draw.name("group"), remark=draw.name("remark"))


def remove_group(draw: Chance) -> None:
    if group := draw.any(ServiceGroup):
        groups.remove(draw.session, ACTOR, group)


def add_role(draw: Chance) -> None:
    roles.create(draw.session, ACTOR, draw.name("role"))


def rename_role(draw: Chance) -> None:
    if role := draw.any(Role, Role.personal_of.is_(None)):
        roles.change(draw.session, ACTOR, role, name=draw.name("role"), remark=None)


def remove_role(draw: Chance) -> None:
    if role := draw.any(Role, Role.personal_of.is_(None)):
        roles.remove(draw.session, ACTOR, role, cascade=True)


def join(draw: Chance) -> None:
    role, user = draw.any(Role, Role.personal_of.is_(None)), draw.any(User)
    if role and user:
        roles.join(draw.session, ACTOR, role.id, user.id)


def leave(draw: Chance) -> None:
    if member := draw.any(UserRole):
        roles.leave(draw.session, ACTOR, member.role_id, member.user_id)


def add_cluster(draw: Chance) -> None:
    if owner := draw.any(User):
        name = draw.name("cluster", 3)
        clusters.create(draw.session, ACTOR, owner.id, name, "pulsar://pulsar:6650", "http://pulsar:8080", HOSTS)


def remove_cluster(draw: Chance) -> None:
    if cluster := draw.any(Cluster):
        service = clusters.service_users(draw.session, cluster)
        clusters.check_removal(draw.session, cluster, confirm=cluster.name, cascade=True, own=0)
        cluster_credentials.withdraw_all(draw.session, ACTOR, cluster.id)
        # `move_tenant` leaves jobs of deletions behind. In the product only `giving_up` moves a tenant.
        draw.session.execute(delete(ProvisioningJob).where(ProvisioningJob.cluster == cluster.id))
        clusters.remove(draw.session, ACTOR, cluster)
        for user in service:
            _remove(draw, user)


def change_cluster(draw: Chance) -> None:
    if cluster := draw.any(Cluster):
        clusters.change(draw.session, ACTOR, cluster, HOSTS, remark=draw.name("remark"))


def add_cluster_credential(draw: Chance) -> None:
    if cluster := draw.any(Cluster):
        cluster_credentials.issue(draw.session, ACTOR, cluster.id)


def remove_cluster_credential(draw: Chance) -> None:
    if known := draw.any(ClusterCredential):
        cluster_credentials.withdraw(draw.session, ACTOR, known.cluster_id, known.id)


def add_resource(draw: Chance) -> None:
    if (owner := draw.any(User)) is None or (cluster := draw.any(Cluster)) is None:
        return
    tenant, namespace = draw.any(Tenant), draw.any(Namespace)
    if namespace is not None and draw.rng.random() < 0.5:
        domain = draw.rng.choice(["persistent", "non-persistent"])
        topics.create(draw.session, ACTOR, owner.id, namespace, draw.name("topic"), domain=domain, partitions=3)
    elif tenant is not None and draw.rng.random() < 0.6:
        namespaces.create(draw.session, ACTOR, owner.id, tenant, draw.name("namespace"), 4)
    else:
        tenants.create(draw.session, ACTOR, owner.id, draw.name("tenant"), [cluster.id])


def change_resource(draw: Chance) -> None:
    kind = draw.rng.choice([ResourceType.TENANT, ResourceType.NAMESPACE, ResourceType.TOPIC])
    if row := draw.any({2: Tenant, 3: Namespace, 4: Topic}[int(kind)]):
        values = draw.rng.choice([{"is_valid": 3 - row.is_valid}, {"remark": draw.name("remark")}])
        resource_rows.change(draw.session, ACTOR, kind, row, deletion.name_of(draw.session, row), None, **values)


def move_tenant(draw: Chance) -> None:
    if tenant := draw.any(Tenant):
        there = [cluster.id for cluster in draw.session.scalars(select(Cluster).order_by(Cluster.id))]
        some = ",".join(map(str, sorted(draw.rng.sample(there, draw.rng.randint(1, len(there))))))
        resource_rows.change(draw.session, ACTOR, ResourceType.TENANT, tenant, tenant.name, None, clusters=some)


def begin_deletion(draw: Chance) -> None:
    kind = draw.rng.choice([ResourceType.TENANT, ResourceType.NAMESPACE, ResourceType.TOPIC])
    if row := draw.any({2: Tenant, 3: Namespace, 4: Topic}[int(kind)]):
        name = deletion.name_of(draw.session, row)
        deletion.request(draw.session, ACTOR, kind, row, confirm=name, cascade=True, own=0)


def finish_deletion(draw: Chance) -> None:
    models: tuple[type[Topic | Namespace | Tenant], ...] = (Topic, Namespace, Tenant)
    for level, model in enumerate(models):
        for number in draw.session.scalars(select(model.id).where(model.deleting == 1)).all():
            deletion.finish(draw.session, ResourceType(4 - level), number)


def add_grant(draw: Chance) -> None:
    role, res_type = draw.any(Role), draw.rng.randrange(5)
    row = draw.any((Cluster, Tenant, Namespace, Topic)[res_type - 1]) if res_type else None
    if role is not None and (res_type == 0 or row is not None):
        some = draw.rng.sample(grants.grantable_on(res_type), 2)
        start, end = draw.rng.choice([None, NOW]), draw.rng.choice([None, NOW + 1])
        where = role.id, res_type, row.id if row else 0
        grants.grant(draw.session, ACTOR, *where, some, valid_from=start, valid_until=end, remark=draw.name("remark"))


def change_grant(draw: Chance) -> None:
    if given := draw.any(Grant):
        some = draw.rng.sample(grants.grantable_on(given.res_type), 1)
        grants.change(draw.session, ACTOR, given, authorities=some, valid_until=draw.rng.choice([None, NOW * 2]))


def revoke_grant(draw: Chance) -> None:
    if given := draw.any(Grant):
        grants.revoke(draw.session, ACTOR, given.id)


def put_rule(draw: Chance) -> None:
    if namespace := draw.any(Namespace):
        listed = {user.username for user in (draw.any(User), draw.any(User)) if user and draw.rng.random() < 0.8}
        subscription_rules.put(draw.session, ACTOR, namespace, draw.name("s#/", 3), listed)


def remove_rule(draw: Chance) -> None:
    if rule := draw.any(SubscriptionRule):
        namespace = draw.session.get_one(Namespace, rule.namespace)
        subscription_rules.remove(draw.session, ACTOR, namespace, rule)


def change_mode(draw: Chance) -> None:
    if namespace := draw.any(Namespace):
        name, mode = deletion.name_of(draw.session, namespace), draw.rng.choice(list(Mode))
        kind = ResourceType.NAMESPACE
        resource_rows.change(draw.session, ACTOR, kind, namespace, name, None, subscription_auth_mode=str(mode))


STEPS: list[Step] = [
    *(add_user, join, add_resource, add_resource, add_grant) * 3,
    *(change_user, unlock, set_password, add_secret, remove_secret, add_token, revoke_token, remove_user),
    *(add_group, change_group, remove_group, add_role, rename_role, remove_role, leave, add_cluster),
    *(change_cluster, remove_cluster),
    *(add_cluster_credential, remove_cluster_credential, change_resource, move_tenant, begin_deletion),
    *(finish_deletion, change_grant, change_grant, revoke_grant),
    *(put_rule, put_rule, remove_rule, change_mode),
]


def change(database: Database, rng: random.Random, settings: Settings) -> None:
    """One revision with one or several changes; none of them if one is refused."""
    try:
        with database.writing() as session:
            trail.lock_revision(session)
            for step in rng.choices(STEPS, k=rng.choice([1, 1, 1, 4])):
                step(Chance(session, rng, settings))
    except UserCenterError:
        pass


def rows(session: Session) -> dict[str, list[dict[str, Any]]]:
    """Table → its rows, in a definite order, for all tables that the trail covers."""
    found = {}
    for name in TABLES.values():
        table = Base.metadata.tables[name]
        columns = [table.columns[column] for column in contents.kept_columns(table)]
        found[name] = in_order([dict(row._mapping) for row in session.execute(select(*columns))])
    return found


def in_order(some: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same rows, comparable."""
    return sorted(some, key=repr)
