"""Faults of a broker and its files: killed while it writes, or started with other files than it wrote."""

import gzip
import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from tests.end_to_end.cluster.cluster import Broker
from tests.end_to_end.cluster.company import Company
from tests.end_to_end.cluster.faults.center_faults import CENTER, GARBAGE, Fault
from tests.end_to_end.cluster.faults.shown import FOLLOWS, NO_RIGHTS, UNANSWERED, Sign, says, state

_REFUSED, _ABSENT, _STORED = says("is refused: "), says("No stored snapshot at"), says("Decides on stored revision")
_ONE_OF_THEM = says("is refused: ", "No stored snapshot at", "Decides on stored revision")


class KilledWhileWriting(Fault):
    """A broker is killed in the moments after a change, while its file may be half written; it starts again."""

    def __init__(self, cut: bool) -> None:
        self.name = f"broker killed while storing, {'no way to' if cut else 'with'} the center"
        self.may_deny = cut
        self.brokers_hear = not cut
        self._cut = cut
        self.signs = (UNANSWERED, state("vanished"), _ONE_OF_THEM) if cut else (FOLLOWS,)

    def begin(self, company: Company, chance: Random) -> None:
        broker = self.met = chance.choice(company.cluster.brokers)
        for number in range(chance.randint(1, 5)):
            company.admin.patch(f"/api/v1/users/{company.operator.id}", remark=f"round {number}, {time.time()}")
            time.sleep(chance.uniform(0, 0.4))
        broker.stop(signal.SIGKILL)
        if self._cut:
            company.door_of(broker).cut()
        company.cluster.start_brokers([broker])


class BadFile(Fault):
    """A broker starts with another file than it wrote, with or without a way to the center."""

    def __init__(self, what: str, cut: bool) -> None:
        self.name = f"snapshot file {what}, {'no way to' if cut else 'with'} the center"
        self.may_deny = self.said_goodbye = cut
        self.brokers_hear = not cut
        self._spoil, signs = SPOILT[what]
        self._cut = cut
        self.signs = (UNANSWERED, state("left"), *signs) if cut else (FOLLOWS, signs[0])

    def begin(self, company: Company, chance: Random) -> None:
        broker = self.met = chance.choice(company.cluster.brokers)
        older = company.directory / "older"
        shutil.rmtree(older, ignore_errors=True)
        shutil.copytree(broker.snapshot.parent, older)
        company.admin.patch(f"/api/v1/users/{company.operator.id}", remark=f"{time.time()}")
        company.confirm()
        broker.stop()
        self._spoil(broker, older, chance)
        if self._cut:
            company.door_of(broker).cut()
        company.cluster.start_brokers([broker])


def _files(broker: Broker) -> list[Path]:
    return [file for file in broker.snapshot.parent.iterdir() if file.is_file()]


def _truncate(broker: Broker, older: Path, chance: Random) -> None:
    content = broker.snapshot.read_bytes()
    broker.snapshot.write_bytes(content[: chance.randrange(len(content))])


def _flip(broker: Broker, older: Path, chance: Random) -> None:
    file = chance.choice(_files(broker))
    content = bytearray(file.read_bytes())
    content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    file.write_bytes(content)


def _older(broker: Broker, older: Path, chance: Random) -> None:
    """Restore the whole directory of a revision ago: all seals are valid."""
    shutil.rmtree(broker.snapshot.parent)
    shutil.copytree(older, broker.snapshot.parent)


def _foreign(broker: Broker, older: Path, chance: Random) -> None:
    """Add rights to the file without changing its seal."""
    form, seal, packed = broker.snapshot.read_bytes().split(b"\n", 2)
    changed = gzip.decompress(packed).replace(b"302", b"303").replace(b'"pair"', b'"pear"')
    broker.snapshot.write_bytes(b"\n".join((form, seal, gzip.compress(changed))))


def _gone(broker: Broker, older: Path, chance: Random) -> None:
    shutil.rmtree(broker.snapshot.parent)


def _noise(broker: Broker, older: Path, chance: Random) -> None:
    for file in _files(broker):
        file.write_bytes(chance.randbytes(chance.randint(0, 5000)))


SPOILT: dict[str, tuple[Callable[[Broker, Path, Random], None], tuple[Sign, ...]]] = {
    "truncated": (_truncate, (_REFUSED, NO_RIGHTS)),
    # The byte after a seal is not sealed, and has no meaning.
    "bit-flipped": (_flip, (_ONE_OF_THEM,)),
    "older": (_older, (_STORED, says("everything is denied until"))),
    "foreign": (_foreign, (_REFUSED, NO_RIGHTS)),
    "gone": (_gone, (_ABSENT, NO_RIGHTS)),
    "noise": (_noise, (_REFUSED, NO_RIGHTS)),
}
"""Name → how files are damaged, and the signs. The first sign is expected even if the center is reachable."""

BROKER: tuple[Fault, ...] = (
    *(KilledWhileWriting(cut) for cut in (True, False)),
    *(BadFile(what, cut) for what in SPOILT for cut in (True, False)),
)
EVERY: tuple[Fault, ...] = (*CENTER, *GARBAGE, *BROKER)
