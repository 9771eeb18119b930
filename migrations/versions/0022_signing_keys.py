"""The life of signing keys: when they sign, end and were revoked, what seals them; which key signed an API token."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision = "0022_signing_keys"
down_revision = "0021_networks"
branch_labels = None
depends_on = None

_BIGINT = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_KEYS = "sys_signing_key"


def _exact(length: int) -> sa.types.TypeEngine[str]:
    exact = mysql.VARCHAR(length, charset="utf8mb4", collation="utf8mb4_bin")
    return sa.String(length).with_variant(exact, "mysql", "mariadb")


def upgrade() -> None:
    for name in ("active_time", "revoke_time"):
        op.add_column(_KEYS, sa.Column(name, _BIGINT, nullable=True))
    op.add_column(_KEYS, sa.Column("revoke_reason", sa.String(256), nullable=True))
    op.add_column(_KEYS, sa.Column("sealed_with", _exact(16), nullable=True))
    op.add_column("sys_api_token", sa.Column("kid", _exact(64), nullable=True))
    op.create_index("ix_sys_api_token_kid", "sys_api_token", ["kid"])
    # Until now there was one key, which signed every token.
    keys = sa.table(_KEYS, sa.column("kid"), sa.column("status"))
    tokens = sa.table("sys_api_token", sa.column("kid"))
    kid = op.get_bind().scalar(sa.select(keys.c.kid).where(keys.c.status == "active"))
    op.execute(tokens.update().values(kid=kid))


def downgrade() -> None:
    """Earlier versions take every key that is not revoked: keys that have ended are left as revoked."""
    keys = sa.table(_KEYS, sa.column("status"))
    op.execute(keys.update().where(keys.c.status.in_(("gone", "published"))).values(status="revoked"))
    op.drop_index("ix_sys_api_token_kid", "sys_api_token")
    op.drop_column("sys_api_token", "kid")
    for name in ("sealed_with", "revoke_reason", "revoke_time", "active_time"):
        op.drop_column(_KEYS, name)
