"""Rules about subscriptions of a namespace (decision 0077): who alone may use one, how their names must begin."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision = "0019_subscription_rules"
down_revision = "0018_functions_apart"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def _exact(length: int) -> sa.String:
    exact = mysql.VARCHAR(length, charset="utf8mb4", collation="utf8mb4_bin")
    return sa.String(length).with_variant(exact, "mysql", "mariadb")


def upgrade() -> None:
    mode = sa.Column("subscription_auth_mode", _exact(16), nullable=False, server_default="None")
    op.add_column("res_namespace", mode)
    op.create_index("ix_res_namespace_subscription_auth_mode", "res_namespace", ["subscription_auth_mode"])
    op.create_table(
        "res_subscription_rule",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("namespace", _ID, sa.ForeignKey("res_namespace.id"), nullable=False),
        sa.Column("subscription", _exact(255), nullable=False),
        sa.Column("users", sa.Text, nullable=False),
        sa.Column("add_time", _ID, nullable=False),
        sa.Column("update_time", _ID, nullable=False),
        sa.UniqueConstraint("namespace", "subscription"),
        sqlite_autoincrement=True,
    )


def downgrade() -> None:
    """Refuses while there are rules: without them more people could use the subscriptions."""
    bind = op.get_bind()
    rules = bind.scalar(sa.text("select count(*) from res_subscription_rule"))
    modes = bind.scalar(sa.text("select count(*) from res_namespace where subscription_auth_mode <> 'None'"))
    if rules or modes:
        raise RuntimeError("Remove the rules about subscriptions first, or older versions would not apply them.")
    op.drop_table("res_subscription_rule")
    op.drop_index("ix_res_namespace_subscription_auth_mode", "res_namespace")
    op.drop_column("res_namespace", "subscription_auth_mode")
