"""The audit log gets credential, address and request, and is chained by hashes."""

import hashlib
import json
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision = "0002_trail_chain"
down_revision = "0001_first_tables"
branch_labels = None
depends_on = None

REFUSE = "the trail is append-only"
GENESIS = "0" * 64
BATCH = 1000
INDEXED = ("actor", "credential", "request_id", "role", "time")
BIGINT = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TRAIL = sa.table(
    "sys_trail",
    *(sa.column(name) for name in ("id", "revision", "time", "actor", "credential", "address", "request_id")),
    *(sa.column(name) for name in ("action", "entity", "entity_key", "cluster", "role", "before", "after")),
    *(sa.column(name) for name in ("previous_hash", "hash")),
)
HEAD = sa.table("sys_revision", *(sa.column(name) for name in ("head_id", "head_hash", "complete_from")))


def exact(length: int) -> sa.String:
    """Case-sensitive on every database."""
    binary = mysql.VARCHAR(length, charset="utf8mb4", collation="utf8mb4_bin")
    return sa.String(length).with_variant(binary, "mysql", "mariadb")


def upgrade() -> None:
    op.add_column("sys_revision", sa.Column("head_id", BIGINT, nullable=False, server_default="0"))
    op.add_column("sys_revision", sa.Column("head_hash", exact(64), nullable=False, server_default=GENESIS))
    op.add_column("sys_revision", sa.Column("complete_from", BIGINT, nullable=False, server_default="1"))
    # Columns with defaults can be added in place on each database. Rebuilding the table would lose its triggers.
    for name, length in (("credential", 128), ("address", 64), ("request_id", 64)):
        op.add_column("sys_trail", sa.Column(name, exact(length), nullable=True))
    op.add_column("sys_trail", sa.Column("role", BIGINT, nullable=True))
    for name in ("previous_hash", "hash"):
        op.add_column("sys_trail", sa.Column(name, exact(64), nullable=False, server_default=""))
    for name in INDEXED:
        op.create_index(op.f(f"ix_sys_trail_{name}"), "sys_trail", [name], unique=False)
    op.create_index("ix_sys_trail_action_revision", "sys_trail", ["action", "revision"], unique=False)
    _drop_triggers()
    _chain()
    _create_triggers()


def downgrade() -> None:
    op.drop_index("ix_sys_trail_action_revision", table_name="sys_trail")
    for name in INDEXED:
        op.drop_index(op.f(f"ix_sys_trail_{name}"), table_name="sys_trail")
    for name in ("hash", "previous_hash", "role", "request_id", "address", "credential"):
        op.execute(f"ALTER TABLE sys_trail DROP COLUMN {name}")
    for name in ("complete_from", "head_hash", "head_id"):
        op.execute(f"ALTER TABLE sys_revision DROP COLUMN {name}")
    if op.get_bind().dialect.name == "postgresql":
        # The service assigned the numbers meanwhile; the older version takes them from the sequence again.
        op.execute(
            "SELECT setval(pg_get_serial_sequence('sys_trail', 'id'), coalesce(max(id), 0) + 1, false) FROM sys_trail"
        )


def _chain() -> None:
    """Give every existing entry its hash. Entries older than the chain are protected from now on only."""
    bind = op.get_bind()
    number, digest = 0, GENESIS
    for rows in _batches(bind):
        changed = []
        for row in rows:
            role = _role(row)
            previous, digest = digest, _digest(digest, {**row, "role": role})
            number = row["id"]
            changed.append({"number": number, "about": role, "before_it": previous, "own": digest})
        wanted = sa.update(TRAIL).where(TRAIL.c.id == sa.bindparam("number"))
        bind.execute(
            wanted.values(
                role=sa.bindparam("about"), previous_hash=sa.bindparam("before_it"), hash=sa.bindparam("own")
            ),
            changed,
        )
    if number:
        # Existing entries contain changes, not whole states; the next start of the service records these.
        bind.execute(sa.update(HEAD).values(head_id=number, head_hash=digest, complete_from=0))


def _batches(bind: sa.Connection) -> Iterator[list[dict[str, Any]]]:
    after = 0
    while rows := bind.execute(sa.select(TRAIL).where(TRAIL.c.id > after).order_by(TRAIL.c.id).limit(BATCH)).all():
        yield [dict(row._mapping) for row in rows]
        after = rows[-1].id


def _role(row: dict[str, Any]) -> int | None:
    content = json.loads(row["after"] or row["before"] or "{}")
    return content.get("role_id") if row["entity"] in ("grant", "user") else None


def _digest(previous: str, row: dict[str, Any]) -> str:
    """The format of `app.trail.chain`, repeated here because a migration must not change with the code."""
    entry = {**row, "key": row["entity_key"], "previous_hash": previous}
    for name in ("before", "after"):
        entry[name] = None if row[name] is None else json.loads(row[name])
    del entry["entity_key"], entry["hash"]
    text = json.dumps(entry, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _drop_triggers() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP TRIGGER sys_trail_append_only ON sys_trail")
        return
    for verb in ("update", "delete"):
        op.execute(f"DROP TRIGGER sys_trail_no_{verb}")


def _create_triggers() -> None:
    dialect = op.get_bind().dialect.name
    if dialect == "postgresql":
        op.execute(
            "CREATE TRIGGER sys_trail_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON sys_trail "
            "FOR EACH STATEMENT EXECUTE FUNCTION sys_trail_append_only()"
        )
        return
    for verb in ("UPDATE", "DELETE"):
        name = f"sys_trail_no_{verb.lower()}"
        if dialect == "sqlite":
            op.execute(f"CREATE TRIGGER {name} BEFORE {verb} ON sys_trail BEGIN SELECT RAISE(ABORT, '{REFUSE}'); END")
        else:
            op.execute(
                f"CREATE TRIGGER {name} BEFORE {verb} ON sys_trail FOR EACH ROW "
                f"SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '{REFUSE}'"
            )
