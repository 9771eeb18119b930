"""Tables of clusters, tenants, namespaces and topics, and of the jobs that create them on clusters."""

from typing import Any

from sqlalchemy import ForeignKey, Index, String, Text, UniqueConstraint, false
from sqlalchemy.orm import Mapped, mapped_column

from app.access.names import ResourceType
from app.platform.database import BIGINT, EXACT_TEXT, NEVER_REUSE_IDS, Base, IdColumn, exact_string


class Cluster(IdColumn, Base):
    """A Pulsar cluster and how to reach it."""

    __tablename__ = "res_cluster"

    name: Mapped[str] = mapped_column(exact_string(128), unique=True)
    address: Mapped[str] = mapped_column(String(128))
    """Service URL for clients: pulsar://host:6650"""
    add_time: Mapped[int] = mapped_column(BIGINT)
    update_time: Mapped[int] = mapped_column(BIGINT)
    remark: Mapped[str | None] = mapped_column(String(256))
    admin_url: Mapped[str] = mapped_column(String(256))
    """Web service URL for provisioning: http://host:8080"""
    admin_user: Mapped[int | None] = mapped_column(BIGINT, ForeignKey("sys_user_info.id"))
    """The service user whose token the center uses to call the cluster; null: the center's own."""
    gone: Mapped[int] = mapped_column(default=0, server_default="0")
    """1 when the cluster was given up: jobs that wait for it are not done any more."""
    consume_manages_subscriptions: Mapped[bool | None]
    """Pulsar's `consume` manages subscriptions here, too; false: it reads; null: it reads, and nobody ever chose."""
    unknown_roles_become_users: Mapped[bool] = mapped_column(default=False, server_default=false())
    """A grant by pulsar-admin to a role that no account has makes one; false: it is refused."""
    adopts_creations: Mapped[bool] = mapped_column(default=True, server_default=false())
    """What is made at its brokers is made here, too; false: it waits in the drift."""


class ClusterTls(IdColumn, Base):
    """TLS of the calls to a cluster: see `app.resources.cluster_tls`."""

    __tablename__ = "res_cluster_tls"

    cluster: Mapped[int] = mapped_column(BIGINT, ForeignKey("res_cluster.id"), unique=True)
    authorities: Mapped[str | None] = mapped_column(Text)
    """PEM certificates that alone are trusted; null: those that everybody trusts."""
    certificate: Mapped[str | None] = mapped_column(Text)
    """PEM, the center's own first."""
    private_key_sealed: Mapped[str | None] = mapped_column(Text)
    add_time: Mapped[int] = mapped_column(BIGINT)
    update_time: Mapped[int] = mapped_column(BIGINT)


class Tenant(IdColumn, Base):
    """A tenant; it may live on several clusters."""

    __tablename__ = "res_tenant"

    clusters: Mapped[str] = mapped_column(String(128))
    """Comma-separated cluster ids, ascending, each once."""
    name: Mapped[str] = mapped_column(exact_string(128), unique=True)
    is_valid: Mapped[int] = mapped_column(default=1)
    """1 valid, 2 invalid"""
    add_time: Mapped[int] = mapped_column(BIGINT)
    update_time: Mapped[int] = mapped_column(BIGINT, index=True)
    remark: Mapped[str | None] = mapped_column(String(256))
    deleting: Mapped[int] = mapped_column(default=0)
    """1 while clusters are still removing it; then the row and its grants are deleted."""

    def cluster_ids(self) -> list[int]:
        """The clusters as numbers."""
        return [int(cluster_id) for cluster_id in self.clusters.split(",") if cluster_id]


class Namespace(IdColumn, Base):
    """A namespace of a tenant."""

    __tablename__ = "res_namespace"
    __table_args__ = (UniqueConstraint("tenant", "name"), NEVER_REUSE_IDS)

    tenant: Mapped[int] = mapped_column(BIGINT, ForeignKey("res_tenant.id"))
    name: Mapped[str] = mapped_column(exact_string(128), index=True)
    """Without the tenant."""
    is_valid: Mapped[int] = mapped_column(default=1, index=True)
    add_time: Mapped[int] = mapped_column(BIGINT)
    update_time: Mapped[int] = mapped_column(BIGINT, index=True)
    remark: Mapped[str | None] = mapped_column(String(256))
    bundles: Mapped[int] = mapped_column(default=4)
    deleting: Mapped[int] = mapped_column(default=0, index=True)
    subscription_auth_mode: Mapped[str] = mapped_column(
        exact_string(16), default="None", server_default="None", index=True
    )
    """None, or Prefix: subscriptions must begin with the name of the user."""
    policies: Mapped[str | None] = mapped_column(EXACT_TEXT)
    """JSON: the wish for its policies, name → canonical value (`pulsar/policies`); null: none was ever set."""


class SubscriptionRule(IdColumn, Base):
    """Who alone may use a subscription of a namespace."""

    __tablename__ = "res_subscription_rule"
    __table_args__ = (UniqueConstraint("namespace", "subscription"), NEVER_REUSE_IDS)

    namespace: Mapped[int] = mapped_column(BIGINT, ForeignKey("res_namespace.id"))
    subscription: Mapped[str] = mapped_column(exact_string(255))
    users: Mapped[str] = mapped_column(Text)
    """Comma-separated user ids, ascending, each once."""
    add_time: Mapped[int] = mapped_column(BIGINT)
    update_time: Mapped[int] = mapped_column(BIGINT)

    def user_ids(self) -> list[int]:
        """The users as numbers."""
        return [int(user_id) for user_id in self.users.split(",") if user_id]


class Topic(IdColumn, Base):
    """A topic of a namespace."""

    __tablename__ = "res_topic"
    __table_args__ = (UniqueConstraint("namespace", "domain", "name"), NEVER_REUSE_IDS)

    tenant: Mapped[int] = mapped_column(BIGINT, ForeignKey("res_tenant.id"), index=True)
    namespace: Mapped[int] = mapped_column(BIGINT, ForeignKey("res_namespace.id"))
    name: Mapped[str] = mapped_column(exact_string(128), index=True)
    """The local name."""
    is_valid: Mapped[int] = mapped_column(default=1, index=True)
    add_time: Mapped[int] = mapped_column(BIGINT)
    update_time: Mapped[int] = mapped_column(BIGINT, index=True)
    remark: Mapped[str | None] = mapped_column(String(256))
    domain: Mapped[str] = mapped_column(exact_string(16), default="persistent")
    """persistent, non-persistent, or topic: a scalable one"""
    partitions: Mapped[int] = mapped_column(default=0)
    """0: not partitioned"""
    deleting: Mapped[int] = mapped_column(default=0, index=True)
    policies: Mapped[str | None] = mapped_column(EXACT_TEXT)
    """JSON: the wish for its policies, name → canonical value (`pulsar/policies`); null: none was ever set."""


class EncryptionKey(IdColumn, Base):
    """A key that producers of a topic, or of a namespace's topics, encrypt for (`encryption_keys`)."""

    __tablename__ = "res_encryption_key"
    __table_args__ = (UniqueConstraint("namespace", "name"), NEVER_REUSE_IDS)

    # Instances of the version before delete places without knowing of their keys.
    namespace: Mapped[int] = mapped_column(BIGINT, ForeignKey("res_namespace.id", ondelete="CASCADE"))
    topic: Mapped[int | None] = mapped_column(BIGINT, ForeignKey("res_topic.id", ondelete="CASCADE"), index=True)
    """Null: it is for all topics of the namespace that have none of their own."""
    name: Mapped[str] = mapped_column(exact_string(64))
    """Messages carry it, so it is used once in a namespace, for one topic or for all."""
    mode: Mapped[str] = mapped_column(exact_string(16))
    """center: both halves are here; customer: the public one alone"""
    rotate_days: Mapped[int | None]
    """So old its active version gets before the center makes the next one; null: somebody does, by hand."""
    add_time: Mapped[int] = mapped_column(BIGINT)
    update_time: Mapped[int] = mapped_column(BIGINT)


class EncryptionKeyVersion(IdColumn, Base):
    """A key pair. The private half is sealed (`encryption_halves`)."""

    __tablename__ = "res_encryption_key_version"
    __table_args__ = (UniqueConstraint("encryption_key", "number"), NEVER_REUSE_IDS)

    encryption_key: Mapped[int] = mapped_column(BIGINT, ForeignKey("res_encryption_key.id", ondelete="CASCADE"))
    number: Mapped[int]
    algorithm: Mapped[str] = mapped_column(exact_string(16))
    public_half: Mapped[str] = mapped_column(Text)
    """PEM"""
    private_sealed: Mapped[str | None] = mapped_column(Text)
    state: Mapped[str] = mapped_column(exact_string(16))
    """active (producers take it), retiring (producers may still use it), retired: readers get them all. destroyed: its
    private half is gone; the row stays, so that nobody gets the number again."""
    made_by: Mapped[str] = mapped_column(exact_string(128))
    add_time: Mapped[int] = mapped_column(BIGINT)
    retire_time: Mapped[int | None] = mapped_column(BIGINT)
    """Since when it is not active any more."""


class EncryptionKeyFetch(IdColumn, Base):
    """When a user last fetched a half of a version (`key_fetches`)."""

    __tablename__ = "res_encryption_key_fetch"
    __table_args__ = (UniqueConstraint("version", "user_id", "half"), NEVER_REUSE_IDS)

    version: Mapped[int] = mapped_column(BIGINT, ForeignKey("res_encryption_key_version.id", ondelete="CASCADE"))
    user_id: Mapped[int] = mapped_column(BIGINT, ForeignKey("sys_user_info.id", ondelete="CASCADE"), index=True)
    half: Mapped[str] = mapped_column(exact_string(8))
    """public or private"""
    time: Mapped[int] = mapped_column(BIGINT)


class ProvisioningJob(IdColumn, Base):
    """Something that one cluster has yet to do. Written in the transaction of the change itself.

    The newest job of a (resource, cluster) is the state that people see. Names are copied in, so that a job can be
    carried out even if the row has changed meanwhile.
    """

    __tablename__ = "res_provisioning_job"
    __table_args__ = (
        Index("ix_res_provisioning_job_resource", "res_type", "res_id", "cluster"),
        Index("ix_res_provisioning_job_due", "state", "next_try"),
        NEVER_REUSE_IDS,
    )

    res_type: Mapped[int]
    res_id: Mapped[int] = mapped_column(BIGINT)
    cluster: Mapped[int] = mapped_column(BIGINT, ForeignKey("res_cluster.id"))
    action: Mapped[str] = mapped_column(exact_string(16))
    """create, update (more partitions), policies, delete, or read (what was made there)"""
    name: Mapped[str] = mapped_column(exact_string(512))
    """The resource in Pulsar's notation."""
    wish: Mapped[str] = mapped_column(Text)
    """JSON: allowed clusters, bundles, partitions, policies."""
    state: Mapped[str] = mapped_column(exact_string(16), default="pending")
    """pending, ready, failed"""
    message: Mapped[str | None] = mapped_column(Text)
    """What the cluster answered."""
    attempts: Mapped[int] = mapped_column(default=0)
    next_try: Mapped[int] = mapped_column(BIGINT, default=0)
    claimed_until: Mapped[int] = mapped_column(BIGINT, default=0)
    """A worker holds the job until then; afterwards another one may take it over."""
    traceparent: Mapped[str | None] = mapped_column(exact_string(64))
    """The trace of the request that wished for it (W3C Trace Context); null while OpenTelemetry is off."""
    add_time: Mapped[int] = mapped_column(BIGINT)
    update_time: Mapped[int] = mapped_column(BIGINT)


MODELS: dict[int, Any] = {
    ResourceType.CLUSTER: Cluster,
    ResourceType.TENANT: Tenant,
    ResourceType.NAMESPACE: Namespace,
    ResourceType.TOPIC: Topic,
}
