"""Registration, requests for rights, approvals, notices."""

revision = "0005_requests"
down_revision = "0004_idempotency"
branch_labels = None
depends_on = None


def upgrade() -> None:
    pass


def downgrade() -> None:
    pass
