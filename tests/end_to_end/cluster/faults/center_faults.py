"""What can happen to the center and to the way there; `broker_faults.py` has what happens to a broker."""

import time
from abc import ABC
from collections.abc import Mapping, Sequence
from random import Random

from tests.end_to_end.cluster.cluster import Broker
from tests.end_to_end.cluster.company import Company
from tests.end_to_end.cluster.faults import hostile
from tests.end_to_end.cluster.faults.shown import FOLLOWS, UNANSWERED, UNKNOWN, Sign, alert, says, state

_SILENT = (UNANSWERED, state("vanished"))


_NOT_TAKEN = Sign(
    "what came is not taken", lambda seen: seen.rose("refresh_failures", "heartbeat_failures", "answers_refused")
)


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
    signs: tuple[Sign, ...] = ()
    """What is to be seen of it meanwhile, at every broker that it meets."""
    met: Broker | None = None
    """The only broker that it meets; the other one goes on. None: both."""

    def shows(self, company: Company) -> Mapping[Broker, Sequence[Sign]]:
        """What is to be seen at each broker."""
        met = company.cluster.brokers if self.met is None else (self.met,)
        return {**dict.fromkeys(company.cluster.brokers, (FOLLOWS,)), **dict.fromkeys(met, self.signs)}

    def begin(self, company: Company, chance: Random) -> None:
        """Break something."""
        raise NotImplementedError


class CenterKilled(Fault):
    name, center_answers, brokers_hear = "center killed", False, False
    signs = (UNANSWERED,)

    def begin(self, company: Company, chance: Random) -> None:
        company.center.kill()


class CenterHangs(Fault):
    name, center_answers, brokers_hear = "center hangs", False, False
    signs = (UNANSWERED, says("no answer from the center within"))

    def begin(self, company: Company, chance: Random) -> None:
        company.center.hang()


class DiskFull(Fault):
    """Nothing can be changed any more; see the schedule for what a change is answered."""

    name, center_answers, brokers_hear = "center's disk full", False, False
    signs = (UNANSWERED, state("vanished", named=False))

    def begin(self, company: Company, chance: Random) -> None:
        company.center.fill_disk()


class DatabaseLost(Fault):
    name, center_answers, brokers_hear = "center's database lost", False, False
    signs = (UNANSWERED, says("answered 401"))

    def begin(self, company: Company, chance: Random) -> None:
        company.center.lose_database()


class WrongClock(Fault):
    name = "center's clock wrong"

    def begin(self, company: Company, chance: Random) -> None:
        # Brokers go by the latest time that the center stated (decision 0016): one that ran ahead for long would make
        # them refuse its short tokens long after it was put right.
        shift = chance.choice((chance.randint(5, 15), -chance.randint(30, 600)))
        company.center.restart_with_clock(shift)
        # Ahead: so far behind is this machine's clock then. Behind: so long does time stand still.
        ahead = Sign(f"its clock is {shift} s behind", lambda seen: seen.metrics["clock_skew_seconds"] <= 1 - shift)
        self.signs = (FOLLOWS, ahead if shift > 0 else alert("time_held_seconds", above=-shift - 2))


class RestoredFromBackUp(Fault):
    """An older database, which has lost what was changed since; `lose` makes the changes. No broker goes back by
    itself; `usercenter new-epoch` is part of healing."""

    name, center_answers, brokers_hear = "center restored from a back-up", False, False
    signs = (alert("center_behind"), UNKNOWN, says("Was a back-up restored?"))

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
    signs = (*_SILENT, says("certificate", "PKIX"))

    def begin(self, company: Company, chance: Random) -> None:
        for door in company.doors:
            door.expired()


class WayCut(Fault):
    name, brokers_hear = "way to the center cut", False
    signs = _SILENT

    def begin(self, company: Company, chance: Random) -> None:
        for door in company.doors:
            door.cut()


class WayHangs(Fault):
    name, brokers_hear = "way to the center hangs", False
    signs = _SILENT

    def begin(self, company: Company, chance: Random) -> None:
        for door in company.doors:
            door.hang()


class OneCutOff(Fault):
    """One broker hears of changes, the other one does not."""

    name, brokers_hear = "one broker cut off", False
    signs = _SILENT

    def begin(self, company: Company, chance: Random) -> None:
        self.met = chance.choice(company.cluster.brokers)
        company.door_of(self.met).cut()


class Garbage(Fault):
    """Somebody else answers at the center's address."""

    brokers_hear = False

    def __init__(self, kind: str) -> None:
        self.name = f"garbage: {kind}"
        self.signs = (_NOT_TAKEN, state("vanished"))
        self._kind = kind

    def begin(self, company: Company, chance: Random) -> None:
        answer = hostile.bomb() if self._kind == "bomb" else hostile.ANSWERS[self._kind]
        for door in company.doors:
            door.taken_over(answer)
        # Long enough for the brokers to ask several times.
        time.sleep(chance.uniform(1, 3))


CENTER: tuple[Fault, ...] = (
    CenterKilled(), CenterHangs(), DiskFull(), DatabaseLost(), WrongClock(), RestoredFromBackUp(), CertificateExpired(),
    WayCut(), WayHangs(), OneCutOff(),
)  # fmt: skip
GARBAGE: tuple[Fault, ...] = tuple(Garbage(kind) for kind in (*hostile.ANSWERS, "bomb"))
