"""Answers kept for a while, so that a POST may be sent again."""

revision = "0004_idempotency"
down_revision = "0003_grant_giver"
branch_labels = None
depends_on = None


def upgrade() -> None:
    pass


def downgrade() -> None:
    pass
