"""The migration that names givers by id believes a name only where the user is older than the grant."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, text

from tests import backends

USERS = [(1, "ann", 100, None), (2, "ann-app", 100, 1), (3, "late", 500, None)]
GRANTS = [
    # id, role, giver, time, expected giver
    (1, 12, "ann", 200, 1),
    (2, 11, "ann", 200, None),  # its own: what it made
    (3, 11, "ann-app", 200, None),  # a sub-account never gives
    (4, 11, "late", 200, None),  # an earlier user of this name gave it
    (5, 11, "late", 600, 3),
    (6, 11, "provisioning", 200, None),
]


def test_givers_are_found_by_name_and_time(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'old.db'}"
    config = Config()
    config.set_main_option("script_location", str(backends.MIGRATIONS))
    config.set_main_option("sqlalchemy.url", url)
    command.upgrade(config, "0002_trail_chain")
    engine = create_engine(url)
    with engine.begin() as connection:
        for user, name, since, parent in USERS:
            connection.execute(
                text(
                    "INSERT INTO sys_user_info (id, username, add_time, update_time, kind, status, parent, must_change,"
                    " cred_version, tokens_from, failures, delayed_until)"
                    " VALUES (:i, :n, :t, :t, 'person', 'active', :p, 0, 1, 0, 0, 0)"
                ),
                {"i": user, "n": name, "t": since, "p": parent},
            )
            role = {"i": 10 + user, "n": name, "u": user}
            insert = (
                "INSERT INTO sys_role (id, role_name, add_time, update_time, personal_of) VALUES (:i, :n, 1, 1, :u)"
            )
            connection.execute(text(insert), role)
        for number, role_id, giver, time, _ in GRANTS:
            connection.execute(
                text(
                    "INSERT INTO sys_role_res (id, role_id, res_type, res_id, authorities, add_time, update_time,"
                    " granted_by) VALUES (:i, :r, 1, 1, '3', :t, :t, :g)"
                ),
                {"i": number, "r": role_id, "t": time, "g": giver},
            )
    command.upgrade(config, "0003_grant_giver")
    with engine.connect() as connection:
        rows = connection.execute(text("SELECT id, granted_by_id FROM sys_role_res")).all()
        found = {row[0]: row[1] for row in rows}
    assert found == {number: expected for number, *_, expected in GRANTS}
    command.downgrade(config, "0002_trail_chain")
    with engine.connect() as connection:
        rows = connection.execute(text("SELECT id, granted_by FROM sys_role_res ORDER BY id")).all()
    assert [tuple(row) for row in rows] == [(number, giver) for number, _, giver, *_ in GRANTS]
    engine.dispose()
