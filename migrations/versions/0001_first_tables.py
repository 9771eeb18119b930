"""The ten fixed tables, our extensions, the dictionary of authorities, revision 1, an append-only trail."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision = "0001_first_tables"
down_revision = None
branch_labels = None
depends_on = None

BIGINT = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def exact(length: int) -> sa.String:
    """Case-sensitive on every database."""
    return sa.String(length).with_variant(
        mysql.VARCHAR(length, charset="utf8mb4", collation="utf8mb4_bin"), "mysql", "mariadb"
    )


AUTHORITIES = {
    2: "write all topics of the cluster",
    3: "read all topics of the cluster",
    4: "administer the cluster (super user there)",
    100: "create tenants",
    101: "delete the tenant",
    102: "write all topics of the tenant",
    103: "read all topics of the tenant",
    104: "administer the tenant",
    105: "functions, connectors and packages in the tenant",
    106: "manage subscriptions in the tenant",
    200: "create namespaces",
    201: "delete the namespace",
    202: "write all topics of the namespace",
    203: "read all topics of the namespace",
    204: "administer the namespace",
    205: "functions, connectors and packages in the namespace",
    206: "manage subscriptions in the namespace",
    300: "create topics",
    301: "delete the topic",
    302: "write the topic",
    303: "read the topic",
    304: "administer the topic",
    306: "manage subscriptions of the topic",
}

REFUSE = "the trail is append-only"


TABLES = (
    "sys_user_role_map",
    "sys_role_res",
    "sys_cluster_credential",
    "sys_broker",
    "res_provisioning_job",
    "sys_session",
    "sys_role",
    "sys_client_secret",
    "sys_api_token",
    "res_topic",
    "res_cluster",
    "sys_user_info",
    "res_namespace",
    "sys_trail",
    "sys_signing_key",
    "sys_service_group",
    "sys_revoked_token",
    "sys_revision",
    "sys_authority",
    "sys_address_delay",
    "res_tenant",
    "audit_usage_daily",
    "audit_run",
    "audit_grant_finding",
)
"""In the order in which they can be dropped."""


def _seed() -> None:
    authority = sa.table("sys_authority", sa.column("id"), sa.column("desc"), sa.column("add_time"))
    op.bulk_insert(authority, [{"id": i, "desc": text, "add_time": 0} for i, text in AUTHORITIES.items()])
    op.bulk_insert(sa.table("sys_revision", sa.column("id"), sa.column("revision")), [{"id": 1, "revision": 1}])


def _append_only() -> None:
    dialect = op.get_bind().dialect.name
    if dialect == "postgresql":
        op.execute(
            "CREATE FUNCTION sys_trail_append_only() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN RAISE EXCEPTION '{REFUSE}'; END $$"
        )
        op.execute(
            "CREATE TRIGGER sys_trail_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON sys_trail "
            "FOR EACH STATEMENT EXECUTE FUNCTION sys_trail_append_only()"
        )
        return
    body = f"SELECT RAISE(ABORT, '{REFUSE}');" if dialect == "sqlite" else ""
    for verb in ("UPDATE", "DELETE"):
        name = f"sys_trail_no_{verb.lower()}"
        if dialect == "sqlite":
            op.execute(f"CREATE TRIGGER {name} BEFORE {verb} ON sys_trail BEGIN {body} END")
        else:
            op.execute(
                f"CREATE TRIGGER {name} BEFORE {verb} ON sys_trail FOR EACH ROW "
                f"SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '{REFUSE}'"
            )


def upgrade() -> None:
    op.create_table(
        "audit_grant_finding",
        sa.Column("grant_id", BIGINT, autoincrement=False, nullable=False),
        sa.Column("status", exact(32), nullable=False),
        sa.Column("covering", BIGINT, nullable=False),
        sa.Column("applied", BIGINT, nullable=False),
        sa.Column("sole", BIGINT, nullable=False),
        sa.Column("last", BIGINT, nullable=True),
        sa.Column("coverage_percent", sa.Double(), nullable=False),
        sa.Column("run", exact(128), nullable=False),
        sa.PrimaryKeyConstraint("grant_id", name=op.f("pk_audit_grant_finding")),
    )
    op.create_table(
        "audit_run",
        sa.Column("id", BIGINT, nullable=False),
        sa.Column("run", exact(128), nullable=False),
        sa.Column("add_time", BIGINT, nullable=False),
        sa.Column("summary", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_run")),
        sa.UniqueConstraint("run", name=op.f("uq_audit_run_run")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "audit_usage_daily",
        sa.Column("id", BIGINT, nullable=False),
        sa.Column("date", exact(10), nullable=False),
        sa.Column("grant_id", BIGINT, nullable=True),
        sa.Column("user", exact(128), nullable=True),
        sa.Column("action", sa.Integer(), nullable=False),
        sa.Column("resource", exact(700), nullable=False),
        sa.Column("decision", sa.Integer(), nullable=False),
        sa.Column("n", BIGINT, nullable=False),
        sa.Column("first", BIGINT, nullable=False),
        sa.Column("last", BIGINT, nullable=False),
        sa.Column("covering", BIGINT, nullable=False),
        sa.Column("applied", BIGINT, nullable=False),
        sa.Column("sole", BIGINT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_usage_daily")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("audit_usage_daily", schema=None) as batch_op:
        batch_op.create_index("ix_audit_usage_daily_grant_date", ["grant_id", "date"], unique=False)

    op.create_table(
        "res_tenant",
        sa.Column("id", BIGINT, nullable=False),
        sa.Column("clusters", sa.String(length=128), nullable=False),
        sa.Column("name", exact(128), nullable=False),
        sa.Column("is_valid", sa.Integer(), nullable=False),
        sa.Column("add_time", BIGINT, nullable=False),
        sa.Column("update_time", BIGINT, nullable=False),
        sa.Column("remark", sa.String(length=256), nullable=True),
        sa.Column("deleting", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_res_tenant")),
        sa.UniqueConstraint("name", name=op.f("uq_res_tenant_name")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "sys_address_delay",
        sa.Column("address", exact(64), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("delayed_until", BIGINT, nullable=False),
        sa.PrimaryKeyConstraint("address", name=op.f("pk_sys_address_delay")),
    )
    op.create_table(
        "sys_authority",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("desc", sa.String(length=256), nullable=False),
        sa.Column("add_time", BIGINT, nullable=False),
        sa.Column("remark", sa.String(length=256), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sys_authority")),
    )
    op.create_table(
        "sys_revision",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("revision", BIGINT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sys_revision")),
    )
    op.create_table(
        "sys_revoked_token",
        sa.Column("jti", exact(64), nullable=False),
        sa.Column("valid_until", BIGINT, nullable=False),
        sa.PrimaryKeyConstraint("jti", name=op.f("pk_sys_revoked_token")),
    )
    with op.batch_alter_table("sys_revoked_token", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sys_revoked_token_valid_until"), ["valid_until"], unique=False)

    op.create_table(
        "sys_service_group",
        sa.Column("id", BIGINT, nullable=False),
        sa.Column("group_name", exact(128), nullable=False),
        sa.Column("add_time", BIGINT, nullable=False),
        sa.Column("update_time", BIGINT, nullable=False),
        sa.Column("remark", sa.String(length=256), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sys_service_group")),
        sa.UniqueConstraint("group_name", name=op.f("uq_sys_service_group_group_name")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "sys_signing_key",
        sa.Column("kid", exact(64), nullable=False),
        sa.Column("alg", exact(8), nullable=False),
        sa.Column("public_jwk", sa.Text(), nullable=False),
        sa.Column("private_encrypted", sa.Text(), nullable=False),
        sa.Column("status", exact(16), nullable=False),
        sa.Column("add_time", BIGINT, nullable=False),
        sa.Column("retire_time", BIGINT, nullable=True),
        sa.PrimaryKeyConstraint("kid", name=op.f("pk_sys_signing_key")),
    )
    op.create_table(
        "sys_trail",
        sa.Column("id", BIGINT, nullable=False),
        sa.Column("revision", BIGINT, nullable=False),
        sa.Column("time", BIGINT, nullable=False),
        sa.Column("actor", exact(256), nullable=False),
        sa.Column("action", exact(64), nullable=False),
        sa.Column("entity", exact(32), nullable=False),
        sa.Column("entity_key", exact(512), nullable=False),
        sa.Column("cluster", BIGINT, nullable=True),
        sa.Column("before", sa.Text(), nullable=True),
        sa.Column("after", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sys_trail")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("sys_trail", schema=None) as batch_op:
        batch_op.create_index("ix_sys_trail_entity", ["entity", "entity_key"], unique=False)
        batch_op.create_index(batch_op.f("ix_sys_trail_revision"), ["revision"], unique=False)

    op.create_table(
        "res_namespace",
        sa.Column("id", BIGINT, nullable=False),
        sa.Column("tenant", BIGINT, nullable=False),
        sa.Column("name", exact(128), nullable=False),
        sa.Column("is_valid", sa.Integer(), nullable=False),
        sa.Column("add_time", BIGINT, nullable=False),
        sa.Column("update_time", BIGINT, nullable=False),
        sa.Column("remark", sa.String(length=256), nullable=True),
        sa.Column("bundles", sa.Integer(), nullable=False),
        sa.Column("deleting", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["tenant"], ["res_tenant.id"], name=op.f("fk_res_namespace_tenant")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_res_namespace")),
        sa.UniqueConstraint("tenant", "name", name=op.f("uq_res_namespace_tenant_name")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "sys_user_info",
        sa.Column("id", BIGINT, nullable=False),
        sa.Column("username", exact(128), nullable=False),
        sa.Column("nick", sa.String(length=128), nullable=True),
        sa.Column("passwd", sa.String(length=128), nullable=True),
        sa.Column("service_group", BIGINT, nullable=True),
        sa.Column("add_time", BIGINT, nullable=False),
        sa.Column("update_time", BIGINT, nullable=False),
        sa.Column("remark", sa.String(length=256), nullable=True),
        sa.Column("kind", exact(16), nullable=False),
        sa.Column("status", exact(16), nullable=False),
        sa.Column("parent", BIGINT, nullable=True),
        sa.Column("must_change", sa.Integer(), nullable=False),
        sa.Column("initial_until", BIGINT, nullable=True),
        sa.Column("cred_version", BIGINT, nullable=False),
        sa.Column("tokens_from", BIGINT, nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("delayed_until", BIGINT, nullable=False),
        sa.ForeignKeyConstraint(["parent"], ["sys_user_info.id"], name=op.f("fk_sys_user_info_parent")),
        sa.ForeignKeyConstraint(
            ["service_group"], ["sys_service_group.id"], name=op.f("fk_sys_user_info_service_group")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sys_user_info")),
        sa.UniqueConstraint("username", name=op.f("uq_sys_user_info_username")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("sys_user_info", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sys_user_info_parent"), ["parent"], unique=False)
        batch_op.create_index(batch_op.f("ix_sys_user_info_service_group"), ["service_group"], unique=False)

    op.create_table(
        "res_cluster",
        sa.Column("id", BIGINT, nullable=False),
        sa.Column("name", exact(128), nullable=False),
        sa.Column("address", sa.String(length=128), nullable=False),
        sa.Column("add_time", BIGINT, nullable=False),
        sa.Column("update_time", BIGINT, nullable=False),
        sa.Column("remark", sa.String(length=256), nullable=True),
        sa.Column("admin_url", sa.String(length=256), nullable=False),
        sa.Column("admin_user", BIGINT, nullable=True),
        sa.ForeignKeyConstraint(["admin_user"], ["sys_user_info.id"], name=op.f("fk_res_cluster_admin_user")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_res_cluster")),
        sa.UniqueConstraint("name", name=op.f("uq_res_cluster_name")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "res_topic",
        sa.Column("id", BIGINT, nullable=False),
        sa.Column("tenant", BIGINT, nullable=False),
        sa.Column("namespace", BIGINT, nullable=False),
        sa.Column("name", exact(128), nullable=False),
        sa.Column("is_valid", sa.Integer(), nullable=False),
        sa.Column("add_time", BIGINT, nullable=False),
        sa.Column("update_time", BIGINT, nullable=False),
        sa.Column("remark", sa.String(length=256), nullable=True),
        sa.Column("domain", exact(16), nullable=False),
        sa.Column("partitions", sa.Integer(), nullable=False),
        sa.Column("deleting", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["namespace"], ["res_namespace.id"], name=op.f("fk_res_topic_namespace")),
        sa.ForeignKeyConstraint(["tenant"], ["res_tenant.id"], name=op.f("fk_res_topic_tenant")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_res_topic")),
        sa.UniqueConstraint("namespace", "domain", "name", name=op.f("uq_res_topic_namespace_domain_name")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("res_topic", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_res_topic_tenant"), ["tenant"], unique=False)

    op.create_table(
        "sys_api_token",
        sa.Column("id", BIGINT, nullable=False),
        sa.Column("jti", exact(64), nullable=False),
        sa.Column("user_id", BIGINT, nullable=False),
        sa.Column("name", sa.String(length=128), nullable=False),
        sa.Column("audiences", sa.String(length=512), nullable=False),
        sa.Column("add_time", BIGINT, nullable=False),
        sa.Column("valid_until", BIGINT, nullable=False),
        sa.Column("last_use", BIGINT, nullable=True),
        sa.Column("revoke_time", BIGINT, nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["sys_user_info.id"], name=op.f("fk_sys_api_token_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sys_api_token")),
        sa.UniqueConstraint("jti", name=op.f("uq_sys_api_token_jti")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("sys_api_token", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sys_api_token_user_id"), ["user_id"], unique=False)

    op.create_table(
        "sys_client_secret",
        sa.Column("id", BIGINT, nullable=False),
        sa.Column("user_id", BIGINT, nullable=False),
        sa.Column("secret_hash", exact(64), nullable=False),
        sa.Column("hint", exact(8), nullable=False),
        sa.Column("add_time", BIGINT, nullable=False),
        sa.Column("valid_until", BIGINT, nullable=True),
        sa.Column("last_use", BIGINT, nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["sys_user_info.id"], name=op.f("fk_sys_client_secret_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sys_client_secret")),
        sa.UniqueConstraint("secret_hash", name=op.f("uq_sys_client_secret_secret_hash")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("sys_client_secret", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sys_client_secret_user_id"), ["user_id"], unique=False)

    op.create_table(
        "sys_role",
        sa.Column("id", BIGINT, nullable=False),
        sa.Column("role_name", exact(128), nullable=False),
        sa.Column("add_time", BIGINT, nullable=False),
        sa.Column("update_time", BIGINT, nullable=False),
        sa.Column("remark", sa.String(length=256), nullable=True),
        sa.Column("personal_of", BIGINT, nullable=True),
        sa.ForeignKeyConstraint(["personal_of"], ["sys_user_info.id"], name=op.f("fk_sys_role_personal_of")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sys_role")),
        sa.UniqueConstraint("personal_of", name=op.f("uq_sys_role_personal_of")),
        sa.UniqueConstraint("role_name", name=op.f("uq_sys_role_role_name")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "sys_session",
        sa.Column("id", BIGINT, nullable=False),
        sa.Column("secret_hash", exact(64), nullable=False),
        sa.Column("user_id", BIGINT, nullable=False),
        sa.Column("add_time", BIGINT, nullable=False),
        sa.Column("last_use", BIGINT, nullable=False),
        sa.Column("valid_until", BIGINT, nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["sys_user_info.id"], name=op.f("fk_sys_session_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sys_session")),
        sa.UniqueConstraint("secret_hash", name=op.f("uq_sys_session_secret_hash")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("sys_session", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sys_session_user_id"), ["user_id"], unique=False)

    op.create_table(
        "res_provisioning_job",
        sa.Column("id", BIGINT, nullable=False),
        sa.Column("res_type", sa.Integer(), nullable=False),
        sa.Column("res_id", BIGINT, nullable=False),
        sa.Column("cluster", BIGINT, nullable=False),
        sa.Column("action", exact(16), nullable=False),
        sa.Column("name", exact(512), nullable=False),
        sa.Column("wish", sa.Text(), nullable=False),
        sa.Column("state", exact(16), nullable=False),
        sa.Column("message", sa.Text(), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_try", BIGINT, nullable=False),
        sa.Column("claimed_until", BIGINT, nullable=False),
        sa.Column("add_time", BIGINT, nullable=False),
        sa.Column("update_time", BIGINT, nullable=False),
        sa.ForeignKeyConstraint(["cluster"], ["res_cluster.id"], name=op.f("fk_res_provisioning_job_cluster")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_res_provisioning_job")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("res_provisioning_job", schema=None) as batch_op:
        batch_op.create_index("ix_res_provisioning_job_due", ["state", "next_try"], unique=False)
        batch_op.create_index("ix_res_provisioning_job_resource", ["res_type", "res_id", "cluster"], unique=False)

    op.create_table(
        "sys_broker",
        sa.Column("id", BIGINT, nullable=False),
        sa.Column("cluster_id", BIGINT, nullable=False),
        sa.Column("broker", exact(256), nullable=False),
        sa.Column("boot", exact(64), nullable=False),
        sa.Column("plugin_version", exact(64), nullable=False),
        sa.Column("pulsar_version", exact(64), nullable=False),
        sa.Column("revision", BIGINT, nullable=False),
        sa.Column("snapshot_time", BIGINT, nullable=False),
        sa.Column("events_written", BIGINT, nullable=False),
        sa.Column("events_dropped", BIGINT, nullable=False),
        sa.Column("connections", BIGINT, nullable=False),
        sa.Column("first_seen", BIGINT, nullable=False),
        sa.Column("last_seen", BIGINT, nullable=False),
        sa.ForeignKeyConstraint(["cluster_id"], ["res_cluster.id"], name=op.f("fk_sys_broker_cluster_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sys_broker")),
        sa.UniqueConstraint("cluster_id", "broker", name=op.f("uq_sys_broker_cluster_id_broker")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "sys_cluster_credential",
        sa.Column("id", BIGINT, nullable=False),
        sa.Column("cluster_id", BIGINT, nullable=False),
        sa.Column("secret_hash", exact(64), nullable=False),
        sa.Column("hint", exact(8), nullable=False),
        sa.Column("add_time", BIGINT, nullable=False),
        sa.Column("last_use", BIGINT, nullable=True),
        sa.ForeignKeyConstraint(["cluster_id"], ["res_cluster.id"], name=op.f("fk_sys_cluster_credential_cluster_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sys_cluster_credential")),
        sa.UniqueConstraint("secret_hash", name=op.f("uq_sys_cluster_credential_secret_hash")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("sys_cluster_credential", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sys_cluster_credential_cluster_id"), ["cluster_id"], unique=False)

    op.create_table(
        "sys_role_res",
        sa.Column("id", BIGINT, nullable=False),
        sa.Column("role_id", BIGINT, nullable=False),
        sa.Column("res_type", sa.Integer(), nullable=False),
        sa.Column("res_id", BIGINT, nullable=False),
        sa.Column("authorities", sa.String(length=128), nullable=False),
        sa.Column("add_time", BIGINT, nullable=False),
        sa.Column("remark", sa.String(length=256), nullable=True),
        sa.Column("update_time", BIGINT, nullable=False),
        sa.Column("valid_from", BIGINT, nullable=True),
        sa.Column("valid_until", BIGINT, nullable=True),
        sa.Column("granted_by", exact(256), nullable=False),
        sa.ForeignKeyConstraint(["role_id"], ["sys_role.id"], name=op.f("fk_sys_role_res_role_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sys_role_res")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("sys_role_res", schema=None) as batch_op:
        batch_op.create_index("ix_sys_role_res_resource", ["res_type", "res_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_sys_role_res_role_id"), ["role_id"], unique=False)

    op.create_table(
        "sys_user_role_map",
        sa.Column("user_id", BIGINT, nullable=False),
        sa.Column("role_id", BIGINT, nullable=False),
        sa.Column("add_time", BIGINT, nullable=False),
        sa.Column("remark", sa.String(length=256), nullable=True),
        sa.ForeignKeyConstraint(["role_id"], ["sys_role.id"], name=op.f("fk_sys_user_role_map_role_id")),
        sa.ForeignKeyConstraint(["user_id"], ["sys_user_info.id"], name=op.f("fk_sys_user_role_map_user_id")),
        sa.PrimaryKeyConstraint("user_id", "role_id", name=op.f("pk_sys_user_role_map")),
    )
    with op.batch_alter_table("sys_user_role_map", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sys_user_role_map_role_id"), ["role_id"], unique=False)
    _seed()
    _append_only()


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP TRIGGER sys_trail_append_only ON sys_trail")
        op.execute("DROP FUNCTION sys_trail_append_only()")
    for table in TABLES:
        op.drop_table(table)
