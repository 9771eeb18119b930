"""Device authorization (RFC 8628)."""

revision = "0006_device_sign_in"
down_revision = "0005_requests"
branch_labels = None
depends_on = None


def upgrade() -> None:
    pass


def downgrade() -> None:
    pass
