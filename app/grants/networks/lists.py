"""Named lists of networks. What is limited to them is written anew by `app.identity.accounts.network_uses`."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, Text, func, select, type_coerce
from sqlalchemy.orm import Session

from app.audit.trail import contents, trail
from app.grants.networks import writing
from app.grants.networks.models import NetworkList
from app.platform.clock import later_than, now_ms
from app.platform.errors import Conflict, InvalidInput, existing


def find(session: Session, number: int) -> NetworkList:
    """A list by its id. Raises NotFound."""
    return existing(session.get(NetworkList, number), "There is no such list of networks.")


def matching(*conditions: ColumnElement[bool]) -> Select[NetworkList]:
    """The lists that meet all conditions."""
    return select(NetworkList).where(*conditions)


def names(session: Session) -> frozenset[str]:
    """The names of all lists."""
    return frozenset(session.scalars(select(NetworkList.name)))


def made_after(session: Session, names: Collection[str], moment: int) -> str | None:
    """One of these lists that was made after that moment (epoch ms), if there is one."""
    query = select(NetworkList.name).where(NetworkList.name.in_(names), NetworkList.add_time > moment)
    return session.scalars(query.order_by(NetworkList.name).limit(1)).first() if names else None


def create(session: Session, actor: str, name: str, networks: Iterable[str], remark: str | None = None) -> NetworkList:
    """Make a list. Raises Conflict `exists`, InvalidInput `invalid_name`, `invalid_network`."""
    if _networks_of(session, [writing.checked_name(name)]):
        raise Conflict(f"There is a list of networks called {name} already.", code="exists")
    now = now_ms()
    made = NetworkList(
        name=name, networks=writing.checked_cidrs(networks), remark=remark, add_time=now, update_time=now
    )
    session.add(made)
    session.flush()
    trail.record(session, actor, "network.create", name, after=contents.row(made))
    return made


def change(
    session: Session, actor: str, row: NetworkList, networks: tuple[str, ...], remark: str | None
) -> NetworkList:
    """Change the networks (in their one form) and the remark. The name stays, as limits name it."""
    before = contents.row(row)
    row.networks, row.remark = networks, remark
    row.update_time = later_than(row.update_time, now_ms())
    session.flush()
    trail.record(session, actor, "network.update", row.name, before=before, after=contents.row(row))
    return row


def remove(session: Session, actor: str, row: NetworkList) -> None:
    """Delete a list that nothing names."""
    before = contents.row(row)
    session.delete(row)
    session.flush()
    trail.record(session, actor, "network.delete", row.name, before=before)


class KnownLists:
    """What lists mean, each read once. Valid only while a transaction changes no list."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._lists: dict[str, tuple[str, ...] | None] = {}

    def read(self, names: Iterable[str]) -> None:
        """Read these lists beforehand, with one statement at most."""
        if missing := sorted(set(names) - self._lists.keys()):
            self._lists |= dict.fromkeys(missing) | _networks_of(self._session, missing)

    def meaning(self, entries: Collection[str] | None, field: str = "networks") -> tuple[str, ...] | None:
        """The networks that are meant, sorted; None for None.

        Raises InvalidInput `unknown_network` for a name that no list has.
        """
        if entries is None:
            return None
        names = writing.names_in(entries)
        self.read(names)
        networks = {network for name in names for network in self._cidrs_of(name, field)}
        return tuple(sorted(networks.union(text for text in entries if not text.startswith(writing.SIGN))))

    def columns(self, written: Collection[str] | None, field: str = "networks") -> dict[str, Any]:
        """The columns of what is limited so. Raises InvalidInput `unknown_network`."""
        return {"networks": None if written is None else tuple(written), "cidrs": self.meaning(written, field)}

    def _cidrs_of(self, name: str, field: str) -> tuple[str, ...]:
        if (found := self._lists[name]) is None:
            message = f"there is no list of networks called {name}"
            raise InvalidInput(f"{field}: {message}.", code="unknown_network", name=name, field=field, wrong=message)
        return found


def meaning(session: Session, written: Collection[str] | None, field: str = "networks") -> tuple[str, ...] | None:
    """See `KnownLists.meaning`."""
    return KnownLists(session).meaning(written, field)


def meanings(session: Session, limits: Sequence[Collection[str] | None]) -> list[tuple[str, ...] | None]:
    """What each of many limits means, with one statement at most."""
    known = KnownLists(session)
    known.read(name for networks in limits for name in writing.names_in(networks))
    return [known.meaning(networks) for networks in limits]


def columns(session: Session, written: Collection[str] | None) -> dict[str, Any]:
    """The columns of what is limited so, checked. Raises InvalidInput `invalid_network`, `unknown_network`."""
    return KnownLists(session).columns(None if written is None else writing.checked(written))


def named_in(networks: Any, name: str) -> ColumnElement[bool]:
    """A condition on a column of what was written: it names this list."""
    text = type_coerce(networks, Text)  # JSON. `replace` knows upper from lower case everywhere, SQLite's LIKE does not
    return func.replace(text, f'"{writing.SIGN}{name}"', "") != text


def _networks_of(session: Session, names: Collection[str]) -> dict[str, tuple[str, ...]]:
    query = select(NetworkList.name, NetworkList.networks).where(NetworkList.name.in_(names))
    with session.no_autoflush:  # a list is written when it changes; what else waits may wait on
        return {row.name: row.networks for row in session.execute(query)}
