"""The version after this one: this program and one migration more, as a checkout of its own."""

import shutil
from pathlib import Path

from alembic import command
from alembic.config import Config

from app.platform import schema

_TOP = Path(__file__).parents[2]
NUMBER = int(schema.newest()[:4]) + 1
REVISION = f"{NUMBER:04}_next"
_EXPANDING = f'''
import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "{REVISION}", "{schema.newest()}", None, None


def upgrade() -> None:
    op.add_column("res_tenant", sa.Column("next_note", sa.String(20), nullable=True))
    op.add_column("sys_user_info", sa.Column("next_flag", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table("next_things", sa.Column("id", sa.Integer(), primary_key=True))


def downgrade() -> None:
    op.drop_table("next_things")
    op.drop_column("sys_user_info", "next_flag")
    op.drop_column("res_tenant", "next_note")
'''


class NextVersion:
    """A checkout below `directory`, which `python -m app` runs as it runs this one."""

    def __init__(self, directory: Path) -> None:
        self.top = directory
        directory.mkdir()
        (directory / "app").symlink_to(_TOP / "app")
        shutil.copytree(_TOP / "migrations", directory / "migrations", ignore=shutil.ignore_patterns("__pycache__"))
        (directory / "migrations" / "versions" / f"{REVISION}.py").write_text(_EXPANDING)

    def migrate(self, url: str) -> None:
        """Bring a database to this version."""
        command.upgrade(self._config(url), "head")

    def go_back(self, url: str) -> None:
        """Leave a database as the released version wants it, whether it was migrated or not."""
        command.downgrade(self._config(url), schema.newest())

    def _config(self, url: str) -> Config:
        made = Config()
        made.set_main_option("script_location", str(self.top / "migrations"))
        made.set_main_option("sqlalchemy.url", url.replace("%", "%%"))
        return made
