"""What an API token is narrowed to (decision 0085)."""

import sqlalchemy as sa
from alembic import op

revision = "0027_token_scopes"
down_revision = "0026_applications"
branch_labels = None
depends_on = None

_TOKENS = "sys_api_token"


def upgrade() -> None:
    op.add_column(_TOKENS, sa.Column("scope", sa.Text(), nullable=True))


def downgrade() -> None:
    """Earlier versions of the center and of the plugin refuse narrowed tokens by their type."""
    op.drop_column(_TOKENS, "scope")
