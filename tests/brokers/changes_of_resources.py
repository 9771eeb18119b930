"""Random changes of clusters, resources, and the grants and rules on them."""

from sqlalchemy import delete, select

from app.access.names import ResourceType
from app.access.subscription_rules import Mode
from app.brokers import credentials as cluster_credentials
from app.brokers.models import ClusterCredential
from app.grants import grants
from app.grants.models import Grant, Role
from app.identity.models import User
from app.resources import clusters, creation, deletion, namespaces, resource_rows, subscription_rules, tenants, topics
from app.resources.models import Cluster, Namespace, ProvisioningJob, SubscriptionRule, Tenant, Topic
from tests.brokers.chance import ACTOR, HOSTS, NOW, Chance
from tests.brokers.changes_of_accounts import remove_wholly


def add_cluster(draw: Chance) -> None:
    if owner := draw.any(User):
        name = draw.name("cluster", 3)
        clusters.create(draw.session, ACTOR, owner.id, name, "pulsar://pulsar:6650", "http://pulsar:8080", HOSTS)


def remove_cluster(draw: Chance) -> None:
    if cluster := draw.any(Cluster):
        service = clusters.service_users(draw.session, cluster)
        clusters.check_removal(draw.session, cluster, confirm=cluster.name, cascade=True, user_id=0)
        cluster_credentials.withdraw_all(draw.session, ACTOR, cluster.id)
        # `move_tenant` leaves jobs of deletions behind. In the product only `cluster_abandonment` moves a tenant.
        draw.session.execute(delete(ProvisioningJob).where(ProvisioningJob.cluster == cluster.id))
        clusters.remove(draw.session, ACTOR, cluster)
        for user in service:
            remove_wholly(draw, user)


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
        topic = topics.prepare(draw.session, namespace, draw.name("topic"), domain=domain, partitions=3)
        creation.create(draw.session, ACTOR, owner.id, topic)
    elif tenant is not None and draw.rng.random() < 0.6:
        new = namespaces.prepare(draw.session, tenant, draw.name("namespace"), 4)
        creation.create(draw.session, ACTOR, owner.id, new)
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
        deletion.request(draw.session, ACTOR, kind, row, confirm=name, cascade=True, user_id=0)


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
