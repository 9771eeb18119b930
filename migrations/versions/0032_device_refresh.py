"""What a device sign-in asked for, and how its person had signed in: for refresh tokens (RFC 8628, decision 0084)."""

import sqlalchemy as sa
from alembic import op

revision = "0032_device_refresh"
down_revision = "0031_factor_resets"
branch_labels = None
depends_on = None

_BIGINT = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_DEVICES = "sys_device_sign_in"


def upgrade() -> None:
    op.add_column(_DEVICES, sa.Column("scope", sa.String(256), nullable=True))
    op.add_column(_DEVICES, sa.Column("methods", sa.String(64), nullable=True))
    op.add_column(_DEVICES, sa.Column("auth_time", _BIGINT, nullable=True))
    op.add_column(_DEVICES, sa.Column("cred_version", _BIGINT, nullable=True))


def downgrade() -> None:
    """Who waits gets a token without a refresh token."""
    for name in ("cred_version", "auth_time", "methods", "scope"):
        op.drop_column(_DEVICES, name)
