"""A grant names its giver by id: a name that is used again gives no power over old grants."""

revision = "0003_grant_giver"
down_revision = "0002_trail_chain"
branch_labels = None
depends_on = None


def upgrade() -> None:
    pass


def downgrade() -> None:
    pass
