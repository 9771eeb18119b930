"""A name becomes the addresses that a connection may use. Looked up once: what was checked is what is called."""

import socket
from collections.abc import Callable, Collection
from dataclasses import dataclass

from app.outgoing.networks import parsed, refusal

Resolver = Callable[[str, int], Collection[str]]
"""Host and port → IP addresses as text. Raises OSError or UnicodeError."""


class AddressNotAllowedError(ValueError):
    """The message says what is wrong with the address."""

    code = "address_not_allowed"


class NameUnknownError(Exception):
    """The name of a host cannot be looked up."""


def by_system(host: str, port: int) -> Collection[str]:
    """Ask the machine's resolver, as every program does. Raises OSError, UnicodeError."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


def addresses(host: str, port: int, resolver: Resolver = by_system) -> list[str]:
    """Every address of the host, in the resolver's order. Raises NameUnknownError."""
    try:
        found = list(resolver(host, port))
    except (OSError, UnicodeError):
        raise NameUnknownError(f'the name "{host}" cannot be looked up') from None
    if not found:
        raise NameUnknownError(f'the name "{host}" has no address')
    return found


@dataclass(frozen=True)
class Reach:
    """Where allowed hosts may be. `networks`: see `networks.refusal`; `setting`: where an operator says so."""

    networks: tuple[str, ...] = ()
    setting: str = "PUC_CLUSTER_NETWORKS"
    resolver: Resolver = by_system

    def checked(self, host: str, port: int) -> list[str]:
        """The addresses to connect to. One that is refused refuses all: whoever answers so is not to be trusted.

        Raises NameUnknownError, AddressNotAllowedError.
        """
        found = addresses(host, port, self.resolver)
        for text in found:
            self._check(host, text)
        return found

    def _check(self, host: str, text: str) -> None:
        try:
            reason = refusal(parsed(text), host, self.networks)
        except ValueError:
            reason = "its name leads to something that is no address"
        if reason:
            raise AddressNotAllowedError(f'The host "{host}" may not be called: {reason} ({self.setting}).')
