"""Titles of findings and suggestions, with the names that people know."""

from collections.abc import Mapping
from typing import Any

Texts = Mapping[str, str]
Row = Mapping[str, Any]
_TOPIC = 2
"""Slashes in tenant/namespace/topic."""


def finding(texts: Texts, row: Row) -> str:
    """For a grant, its role, place and networks; for anything else, its type and name; and the cluster."""
    return _in(_about(texts, row), row)


def _about(texts: Texts, row: Row) -> str:
    kind, subject = row["subject_type"], row["subject"]
    name = f"{texts.get(f'subject_{kind}', kind)} {subject}"
    if kind == "grant":
        return _on(texts, row.get("role_name") or name, row.get("granted_on") or row.get("resource"), row)
    if kind == "role" and row.get("role_name"):
        return f"{texts['subject_role']} {row['role_name']}"
    return f"{texts['subject_resource']} {place(subject)}" if kind == "resource" else name


def suggestion(texts: Texts, row: Row) -> str:
    """The role, the place, networks and cluster of the first grant to remove, and how many more are removed."""
    more = len(row["removes"] or []) - 1
    return _in(_on(texts, row["role_name"], row.get("granted_on"), row), row) + (f" +{more}" if more > 0 else "")


def place(path: str) -> str:
    """A path as clients write it, without its cluster: `persistent://tenant/namespace/topic`, `tenant/namespace`; the
    cluster itself by its name, the root as `*`."""
    cluster, _, below = path.partition("/")
    if below.count("/") == _TOPIC and "://" not in below:
        return f"persistent://{below}"
    return below or cluster


def granted_on(row: Row) -> str:
    """The place of a row of GRANT_STATUS: `…/orders-*` with a prefix."""
    return f"{row['res']}/{row['prefix']}*" if row.get("prefix") else str(row["res"])


def _in(title: str, row: Row) -> str:
    return f"{title} · {row['cluster']}" if row.get("cluster") not in (None, "", "*") else title


def _on(texts: Texts, what: str, path: str | None, row: Row) -> str:
    title = texts["title_on"].format(what=what, where=place(path)) if path else what
    networks = row.get("granted_from")
    return f"{title} · {texts['only_networks'].format(names=networks)}" if networks else title
