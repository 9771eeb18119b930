"""The disk on which SQLite's file lies. The center does not see the disks of other databases."""

import shutil
from pathlib import Path

from sqlalchemy.orm import Session


def file_of(session: Session) -> Path | None:
    """SQLite's file; None for other databases and in memory."""
    connection = session.connection()
    if connection.dialect.name != "sqlite":
        return None
    file = connection.exec_driver_sql("PRAGMA database_list").all()[0][2]  # main, before temporary ones
    return Path(file) if file else None


def free_bytes(session: Session) -> int | None:
    """What is free where that file lies; None without one."""
    file = file_of(session)
    return None if file is None else shutil.disk_usage(file.parent).free
