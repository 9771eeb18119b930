"""One line of migrations that goes up, down and up again and ends at what the models say, on every database at hand."""

from pathlib import Path

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect, select, text

from app.access.vocabulary import AUTHORITIES
from app.grants.models import StoredAuthority
from tests import backends

TEN_TABLES = {
    "sys_user_info", "sys_service_group", "sys_role", "sys_user_role_map", "res_cluster", "res_tenant",
    "res_namespace", "res_topic", "sys_role_res", "sys_authority",
}  # fmt: skip


def test_one_head() -> None:
    assert len(ScriptDirectory.from_config(backends.config_for("sqlite://")).get_heads()) == 1


def test_files_are_numbered_in_the_order_in_which_they_run() -> None:
    scripts = reversed(list(ScriptDirectory.from_config(backends.config_for("sqlite://")).walk_revisions()))
    for number, script in enumerate(scripts, 1):
        assert script.revision.startswith(f"{number:04}_")
        assert Path(script.path).stem == script.revision


@pytest.fixture(params=backends.names(), ids=backends.label)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An address of each kind of database; what stands there is taken down by the test itself."""
    name: str = request.param
    return f"sqlite:///{tmp_path / 'migrations.db'}" if name == "sqlite" else name


def test_up_down_up(url: str) -> None:
    config = backends.config_for(url)
    command.upgrade(config, "head")
    if not url.startswith("sqlite"):
        backends.empty_tables(url)  # who holds what older versions do not know keeps a migration from going down
    command.downgrade(config, "base")
    assert tables(url) - {"alembic_version"} == set()
    command.upgrade(config, "head")
    assert tables(url) >= TEN_TABLES


def test_a_database_with_auditors_does_not_go_down(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'audited.db'}"
    command.upgrade(backends.config_for(url), "0020_audit")
    columns = "role_id, res_type, res_id, authorities, granted_by, add_time, update_time"
    with create_engine(url).begin() as connection:
        connection.execute(text(f"INSERT INTO sys_role_res ({columns}) VALUES (1, 2, 1, '103,107', 'root', 1, 1)"))
    with pytest.raises(RuntimeError, match="Revoke the right to audit"):
        command.downgrade(backends.config_for(url), "0017_limits")


_ROWS = {
    "grant": "sys_role_res (role_id, res_type, res_id, authorities, granted_by, add_time, update_time, valid_until,"
    " networks) VALUES (1, 2, 1, '103', 'root', 1, 1, {until}, '[]')",
    "secret": "sys_client_secret (user_id, secret_hash, hint, add_time, valid_until, networks)"
    " VALUES (1, 'x', 'x', 1, {until}, '[]')",
    "token": "sys_api_token (jti, user_id, name, audiences, add_time, valid_until, networks)"
    " VALUES ('x', 1, 'x', 'x', 1, {until}, '[]')",
    "revoked token": "sys_api_token (jti, user_id, name, audiences, add_time, valid_until, revoke_time, networks)"
    " VALUES ('x', 1, 'x', 'x', 1, {until}, 1, '[]')",
    "device": "sys_device_sign_in (device_hash, user_hash, client, address, status, add_time, valid_until, asked,"
    " pause_ms, networks) VALUES ('x', 'x', 'x', 'x', 'pending', 1, {until}, 1, 1, '[]')",
}


@pytest.mark.parametrize(
    ("row", "until", "stays"),
    [
        ("grant", 1, True),
        ("secret", "NULL", True),
        ("secret", 9 * 10**12, True),
        ("secret", 1, False),
        ("token", 9 * 10**12, True),
        ("token", 1, False),
        ("revoked token", 9 * 10**12, False),
        ("device", 9 * 10**12, True),
        ("device", 1, False),
    ],
)
def test_a_database_with_limits_to_networks_that_still_count_does_not_go_down(
    tmp_path: Path, row: str, until: object, stays: bool
) -> None:
    url = f"sqlite:///{tmp_path / 'limited.db'}"
    command.upgrade(backends.config_for(url), "0021_networks")
    with create_engine(url).begin() as connection:
        connection.execute(text(f"INSERT INTO {_ROWS[row].format(until=until)}"))
    if stays:
        with pytest.raises(RuntimeError, match="Take the limits to networks away"):
            command.downgrade(backends.config_for(url), "0020_audit")
    else:
        command.downgrade(backends.config_for(url), "0020_audit")


def test_the_dictionary_of_authorities_is_the_one_of_operations_json(url: str) -> None:
    command.upgrade(backends.config_for(url), "head")
    engine = create_engine(url)
    with engine.connect() as connection:
        rows = {
            authority.id: authority.desc
            for authority in connection.execute(select(StoredAuthority.id, StoredAuthority.desc))
        }
    engine.dispose()
    assert rows == {authority.id: authority.text for authority in AUTHORITIES.values()}


def test_models_and_migrations_agree(url: str) -> None:
    config = backends.config_for(url)
    command.upgrade(config, "head")
    command.check(config)


def tables(url: str) -> set[str]:
    """Names of the tables that are there."""
    engine = create_engine(url)
    try:
        return set(inspect(engine).get_table_names())
    finally:
        engine.dispose()
