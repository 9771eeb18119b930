"""What a restore takes away: the changes that the replaced database holds and the back-up does not.

Brokers enforce the newer state until they get the restored one. When the replaced database can still be read, it tells
which changes that are; else only brokers and copies of the audit log do (docs/operators/backup.md).
"""

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, RowMapping, column, select, table, text

from app.audit.trail import chain
from app.maintenance.backup import tables
from app.maintenance.backup.failures import BackupError
from app.maintenance.backup.file_format import BackupHeader

_GIVES = ".create"
_TAKES_ALL_THE_SAME = ("revoked_token", "subscription_rule")
_OWN = ("backup.make", "backup.restore", "epoch.begin")
_RESTORE_FACTS = ("epoch", "revision", "related", "since", "entries", "taking")
_FIELDS = {"key": "entity_key"}


@dataclass(frozen=True)
class Broker:
    """What a broker last reported to the replaced database: it enforces more than the back-up knows."""

    cluster: str
    name: str
    epoch: str | None
    revision: int


@dataclass
class RestoreLoss:
    """What is lost. `since`: the revision of the back-up.

    `related`: the back-up is of the replaced database's own history, so the entries after it are what is lost.
    `taking`: those of them that took or changed something, and are undone. `ahead`: brokers that enforce more."""

    epoch: str
    revision: int
    related: bool
    since: int = 0
    entries: int = 0
    taking: int = 0
    actions: dict[str, int] = field(default_factory=dict)
    ahead: list[Broker] = field(default_factory=list)
    epochs: set[str] = field(default_factory=set)
    next_ids: Mapping[str, int] = field(default_factory=dict)
    file: Path | None = None


def find(connection: Connection, header: BackupHeader) -> RestoreLoss:
    """Compare the database that is about to be replaced with the back-up. Its schema may be older."""
    state = connection.execute(text("SELECT * FROM sys_revision")).mappings().one()
    found = RestoreLoss(state.get("epoch", ""), state["revision"], _is_related(connection, header), header.revision)
    found.next_ids = tables.next_ids(connection)
    found.epochs = {found.epoch, *_epochs(connection)} - {""}
    found.ahead = [
        broker for broker in _brokers(connection) if broker.revision > header.revision or broker.epoch != header.epoch
    ]
    for entry in _lost_entries(connection, header) if found.related else ():
        found.entries += 1
        found.actions[entry["action"]] = found.actions.get(entry["action"], 0) + 1
        found.taking += takes_away(entry["action"])
    return found


def takes_away(action: str) -> bool:
    """True when an entry may have taken or narrowed a right: when it is lost, somebody may have more than before."""
    return not action.endswith(_GIVES) or action.removesuffix(_GIVES) in _TAKES_ALL_THE_SAME


def keep(connection: Connection, header: BackupHeader, file: Path) -> None:
    """Write the lost entries as lines of an export of the audit log, for its owner only.

    Raises BackupError: what an earlier restore lost may be known nowhere else.
    """
    try:
        number = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise BackupError(
            f"{file} exists, with what an earlier restore has lost: put it away, or name another file with "
            "--lost-changes"
        ) from None
    try:
        with os.fdopen(number, "w", encoding="utf-8") as out:
            for row in _lost_entries(connection, header):
                out.write(json.dumps(_line(row), ensure_ascii=False) + "\n")
            out.flush()
            os.fsync(out.fileno())
    except BaseException:
        file.unlink(missing_ok=True)  # nothing is lost yet
        raise


def from_restore_facts(text: str) -> RestoreLoss | None:
    """What `to_restore_facts` wrote before a restore that did not end; None when nothing was there."""
    if not text:
        return None
    found = json.loads(text)
    values = {field: found[field] for field in _RESTORE_FACTS}
    file = None if found["file"] is None else Path(found["file"])
    return RestoreLoss(**values, epochs=set(found["epochs"]), next_ids=found["next_ids"], file=file)


def to_restore_facts(loss: RestoreLoss | None) -> str:
    """What a repeated restore has to know: the database that tells it is emptied now."""
    if loss is None:
        return ""
    values = {field: getattr(loss, field) for field in _RESTORE_FACTS}
    file = None if loss.file is None else str(loss.file.absolute())
    return json.dumps({**values, "epochs": sorted(loss.epochs), "next_ids": dict(loss.next_ids), "file": file})


def _line(row: RowMapping) -> dict[str, Any]:
    values = {column: row[_FIELDS.get(column, column)] for column in (*chain.FIELDS, "previous_hash", "hash")}
    contents = {side: None if row[side] is None else json.loads(row[side]) for side in ("before", "after")}
    return {**values, **contents}


def _is_related(connection: Connection, header: BackupHeader) -> bool:
    """Does its audit log hold the newest entry of the back-up?"""
    if not header.head_id:
        return False
    row = connection.execute(text("SELECT * FROM sys_trail WHERE id = :id"), {"id": header.head_id}).mappings().first()
    return row is not None and row.get("hash") == header.head_hash


def _lost_entries(connection: Connection, header: BackupHeader) -> Iterator[RowMapping]:
    query = text("SELECT * FROM sys_trail WHERE id > :id ORDER BY id")
    streamed = connection.execution_options(stream_results=True, yield_per=1000)
    for row in streamed.execute(query, {"id": header.head_id}).mappings():
        if row["action"] not in _OWN:
            yield row


def _epochs(connection: Connection) -> set[str]:
    """The epochs that it ended, and those that brokers reported: brokers of any of them may follow the new one."""
    log = table("sys_trail", column("before"), column("action"))
    ended = connection.execute(select(log.c.before).where(log.c.action == "epoch.begin")).scalars()
    return {epoch for before in ended for epoch in json.loads(before)["ended"]} | {
        broker.epoch for broker in _brokers(connection) if broker.epoch
    }


def _brokers(connection: Connection) -> list[Broker]:
    query = text("SELECT b.*, c.name AS cluster_name FROM sys_broker b JOIN res_cluster c ON c.id = b.cluster_id")
    rows = connection.execute(query).mappings()
    return [Broker(row["cluster_name"], row["broker"], row.get("epoch"), row["revision"]) for row in rows]
