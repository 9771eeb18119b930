"""A name becomes the addresses that a connection may use. Looked up once: what was checked is what is called."""

import socket
import threading
from collections.abc import Callable, Collection
from concurrent.futures import Future
from dataclasses import dataclass

from app.platform.outgoing.reachable_addresses import parsed, refusal

SECONDS = 5.0
"""The machine's resolver takes as long as its own settings say, for each name that it tries (resolv.conf(5))."""
Resolver = Callable[[str, int], Collection[str]]
"""Host and port → IP addresses as text. Raises OSError or UnicodeError."""


class AddressNotAllowedError(ValueError):
    """The message says what is wrong with the address."""

    code = "address_not_allowed"


class NameUnknownError(Exception):
    """The name of a host cannot be looked up."""


def by_system(host: str, port: int) -> Collection[str]:
    """Ask the machine's resolver, as every program does. Raises OSError, also after five seconds, UnicodeError."""
    answer: Future[Collection[str]] = Future()
    threading.Thread(target=_ask, args=(answer, host, port), daemon=True).start()
    return answer.result(SECONDS)


def _ask(answer: Future[Collection[str]], host: str, port: int) -> None:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        answer.set_result(list(dict.fromkeys(str(entry[4][0]) for entry in found)))
    except Exception as error:
        answer.set_exception(error)


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
