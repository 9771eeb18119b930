"""The center's own key at a provider, instead of a secret (private_key_jwt).

Revision ID: 0030_provider_keys
Revises: 0029_notices
"""

import sqlalchemy as sa
from alembic import op

revision = "0030_provider_keys"
down_revision = "0029_notices"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("sys_identity_provider", sa.Column("client_private_sealed", sa.Text()))
    op.add_column("sys_identity_provider", sa.Column("client_jwk", sa.Text()))


def downgrade() -> None:
    for column in ("client_jwk", "client_private_sealed"):
        op.drop_column("sys_identity_provider", column)
