"""Credentials are found by their end."""

from alembic import op

revision = "0048_credential_ends"
down_revision = "0047_key_life"
branch_labels = None
depends_on = None

_ENDS = (
    ("sys_client_secret", "valid_until"),
    ("sys_client_key", "valid_until"),
    ("sys_user_info", "initial_until"),
)


def upgrade() -> None:
    for table, column in _ENDS:
        op.create_index(f"ix_{table}_{column}", table, [column])


def downgrade() -> None:
    for table, column in reversed(_ENDS):
        op.drop_index(f"ix_{table}_{column}", table)
