"""What can happen to the center, to the way there, to a broker, and to the files of a broker."""

import shutil
import signal
import time
from abc import ABC
from collections.abc import Callable
from pathlib import Path
from random import Random

from tests.end_to_end.cluster import hostile
from tests.end_to_end.cluster.cluster import Broker
from tests.end_to_end.cluster.company import Company

SEAL_LENGTH = 64


class Fault(ABC):
    """Begins and ends; `Company.heal` undoes whatever it did."""

    name: str
    center_answers = True
    """Whether the center's API takes changes meanwhile."""
    brokers_hear = True
    """Whether brokers hear of changes meanwhile."""
    may_deny = False
    """Whether a broker may be left without rights that it can trust."""
    said_goodbye = False
    """Whether the broker that can't hear ended in good order before: the center does not wait for such a one, which
    must not serve rights older than those that are confirmed meanwhile (decision 0025)."""

    def begin(self, company: Company, chance: Random) -> None:
        """Break something."""
        raise NotImplementedError


class CenterKilled(Fault):
    name, center_answers, brokers_hear = "center killed", False, False

    def begin(self, company: Company, chance: Random) -> None:
        company.center.kill()


class CenterHangs(Fault):
    name, center_answers, brokers_hear = "center hangs", False, False

    def begin(self, company: Company, chance: Random) -> None:
        company.center.hang()


class DiskFull(Fault):
    """Nothing can be changed any more; see the schedule for what a change is answered."""

    name, center_answers, brokers_hear = "center's disk full", False, False

    def begin(self, company: Company, chance: Random) -> None:
        company.center.fill_disk()


class DatabaseLost(Fault):
    name, center_answers, brokers_hear = "center's database lost", False, False

    def begin(self, company: Company, chance: Random) -> None:
        company.center.lose_database()


class WrongClock(Fault):
    name = "center's clock wrong"

    def begin(self, company: Company, chance: Random) -> None:
        # Brokers go by the latest time that the center stated (decision 0016): one that ran ahead for long would make
        # them refuse its short tokens long after it was put right.
        company.center.restart_with_clock(chance.choice((chance.randint(5, 15), -chance.randint(30, 600))))


class RestoredFromBackUp(Fault):
    """An older database, which has lost what was changed since; `lose` makes the changes. No broker goes back by
    itself; `usercenter new-epoch` is part of healing."""

    name, center_answers, brokers_hear = "center restored from a back-up", False, False

    def begin(self, company: Company, chance: Random) -> None:
        copy = company.center.back_up()
        self.lose()
        company.confirm()
        company.center.restore(copy)
        company.center.start()

    def lose(self) -> None:
        """What happens after the copy was made."""


class CertificateExpired(Fault):
    name, brokers_hear = "center's certificate expired", False

    def begin(self, company: Company, chance: Random) -> None:
        for door in company.doors:
            door.expired()


class WayCut(Fault):
    name, brokers_hear = "way to the center cut", False

    def begin(self, company: Company, chance: Random) -> None:
        for door in company.doors:
            door.cut()


class WayHangs(Fault):
    name, brokers_hear = "way to the center hangs", False

    def begin(self, company: Company, chance: Random) -> None:
        for door in company.doors:
            door.hang()


class OneCutOff(Fault):
    """One broker hears of changes, the other one does not."""

    name, brokers_hear = "one broker cut off", False

    def begin(self, company: Company, chance: Random) -> None:
        chance.choice(company.doors).cut()


class Garbage(Fault):
    """Somebody else answers at the center's address."""

    brokers_hear = False

    def __init__(self, kind: str) -> None:
        self.name = f"garbage: {kind}"
        self._kind = kind

    def begin(self, company: Company, chance: Random) -> None:
        answer = hostile.bomb() if self._kind == "bomb" else hostile.ANSWERS[self._kind]
        for door in company.doors:
            door.taken_over(answer)
        # Long enough for the brokers to ask several times.
        time.sleep(chance.uniform(1, 3))


class KilledWhileWriting(Fault):
    """A broker is killed in the moments after a change, while its file may be half written; it starts again."""

    def __init__(self, cut: bool) -> None:
        self.name = f"broker killed while storing, {'no way to' if cut else 'with'} the center"
        self.may_deny = cut
        self.brokers_hear = not cut
        self._cut = cut

    def begin(self, company: Company, chance: Random) -> None:
        broker = chance.choice(company.cluster.brokers)
        for number in range(chance.randint(1, 5)):
            company.admin.patch(f"/api/v1/users/{company.operator.id}", remark=f"round {number}, {time.time()}")
            time.sleep(chance.uniform(0, 0.4))
        broker.stop(signal.SIGKILL)
        if self._cut:
            company.door_of(broker).cut()
        company.cluster.start_brokers([broker])


class BadFile(Fault):
    """A broker finds another file than it wrote, and no way to the center (or one)."""

    def __init__(self, what: str, cut: bool) -> None:
        self.name = f"snapshot file {what}, {'no way to' if cut else 'with'} the center"
        self.may_deny = self.said_goodbye = cut
        self.brokers_hear = not cut
        self._spoil = SPOILT[what]
        self._cut = cut

    def begin(self, company: Company, chance: Random) -> None:
        broker = chance.choice(company.cluster.brokers)
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
    """The whole directory as it was a revision ago: every seal is right."""
    shutil.rmtree(broker.snapshot.parent)
    shutil.copytree(older, broker.snapshot.parent)


def _foreign(broker: Broker, older: Path, chance: Random) -> None:
    for file in _files(broker):
        content = file.read_bytes()
        file.write_bytes(
            content[:SEAL_LENGTH] + content[SEAL_LENGTH:].replace(b"pair", b"pear").replace(b"302", b"303")
        )


def _gone(broker: Broker, older: Path, chance: Random) -> None:
    shutil.rmtree(broker.snapshot.parent)


def _noise(broker: Broker, older: Path, chance: Random) -> None:
    for file in _files(broker):
        file.write_bytes(chance.randbytes(chance.randint(0, 5000)))


SPOILT: dict[str, Callable[[Broker, Path, Random], None]] = {
    "truncated": _truncate, "bit-flipped": _flip, "older": _older, "foreign": _foreign, "gone": _gone, "noise": _noise,
}  # fmt: skip

CENTER: tuple[Fault, ...] = (
    CenterKilled(), CenterHangs(), DiskFull(), DatabaseLost(), WrongClock(), RestoredFromBackUp(), CertificateExpired(),
    WayCut(), WayHangs(), OneCutOff(),
)  # fmt: skip
GARBAGE: tuple[Fault, ...] = tuple(Garbage(kind) for kind in (*hostile.ANSWERS, "bomb"))
BROKER: tuple[Fault, ...] = (
    *(KilledWhileWriting(cut) for cut in (True, False)),
    *(BadFile(what, cut) for what in SPOILT for cut in (True, False)),
)
EVERY: tuple[Fault, ...] = (*CENTER, *GARBAGE, *BROKER)
