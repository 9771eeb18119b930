"""What applications of foreign make want: ID tokens of another algorithm, signed with keys of their own; no PKCE."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision = "0041_foreign_applications"
down_revision = "0040_clocks"
branch_labels = None
depends_on = None

_ALG = sa.String(8).with_variant(mysql.VARCHAR(8, charset="utf8mb4", collation="utf8mb4_bin"), "mysql", "mariadb")


def upgrade() -> None:
    """Applications of before go on with the key that signs access tokens, and with PKCE."""
    op.add_column("sys_signing_key", sa.Column("id_tokens", _ALG, nullable=True))
    op.add_column("sys_application", sa.Column("id_token_alg", _ALG, nullable=True))
    op.add_column("sys_application", sa.Column("without_pkce", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    # Not in a batch: SQLite would drop tables that others point to.
    op.drop_column("sys_application", "without_pkce")
    op.drop_column("sys_application", "id_token_alg")
    op.drop_column("sys_signing_key", "id_tokens")
