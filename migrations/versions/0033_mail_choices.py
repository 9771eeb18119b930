"""Which notices people do without by e-mail; how many messages went to an address lately."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision = "0033_mail_choices"
down_revision = "0032_device_refresh"
branch_labels = None
depends_on = None


def upgrade() -> None:
    text = sa.Text().with_variant(mysql.TEXT(charset="utf8mb4", collation="utf8mb4_bin"), "mysql", "mariadb")
    op.add_column("sys_user_info", sa.Column("mail_off", text, nullable=True))
    op.create_index("ix_msg_mail_add_time", "msg_mail", ["add_time"])


def downgrade() -> None:
    op.drop_index("ix_msg_mail_add_time", "msg_mail")
    op.drop_column("sys_user_info", "mail_off")  # not in a batch: SQLite would drop tables that others point to
