"""Titles of findings and suggestions, with the names that people know."""

from collections.abc import Mapping
from typing import Any

Texts = Mapping[str, str]
Row = Mapping[str, Any]
_TOPIC = 2
"""Slashes in tenant/namespace/topic."""


def finding(texts: Texts, row: Row) -> str:
    """For a grant, its role and place; for anything else, its type and name."""
    kind, subject = row["subject_type"], row["subject"]
    name = f"{texts.get(f'subject_{kind}', kind)} {subject}"
    if kind == "grant":
        return _on(texts, row.get("role_name") or name, row.get("granted_on") or row.get("resource"))
    if kind == "role" and row.get("role_name"):
        return f"{texts['subject_role']} {row['role_name']}"
    return f"{texts['subject_resource']} {place(subject)}" if kind == "resource" else name


def suggestion(texts: Texts, row: Row) -> str:
    """The role, the place of the first grant to remove, and how many more are removed."""
    more = len(row["removes"] or []) - 1
    return _on(texts, row["role_name"], row.get("granted_on")) + (f" +{more}" if more > 0 else "")


def place(path: str) -> str:
    """A path as clients write it, without its cluster: `persistent://tenant/namespace/topic`, `tenant/namespace`; the
    cluster itself by its name, the root as `*`."""
    cluster, _, below = path.partition("/")
    if below.count("/") == _TOPIC and "://" not in below:
        return f"persistent://{below}"
    return below or cluster


def _on(texts: Texts, what: str, path: str | None) -> str:
    return texts["title_on"].format(what=what, where=place(path)) if path else what
