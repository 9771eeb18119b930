"""Faults of the center and of the way to it; those of brokers are in `broker_faults.py`."""

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
    """A fault. `Company.heal` undoes it."""

    name: str
    center_answers = True
    """Whether the center's API accepts changes during the fault."""
    brokers_hear = True
    """Whether brokers hear of changes during the fault."""
    may_deny = False
    """Whether a broker may end up without rights that it trusts, and so deny everything."""
    said_goodbye = False
    """Whether the cut-off broker had stopped in good order before. The center does not wait for such a broker, so it
    must not serve rights older than those confirmed meanwhile (decision 0025)."""
    signs: tuple[Sign, ...] = ()
    """The signs that must be seen during the fault, at every affected broker."""
    met: Broker | None = None
    """The only affected broker; None: both."""

    def shows(self, company: Company) -> Mapping[Broker, Sequence[Sign]]:
        """Broker → signs expected there."""
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
    """The center's disk is full, so nothing can be changed. `schedule.py` checks how changes are answered."""

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
        # Brokers go by the latest time that the center stated (decision 0016). If it ran far ahead, they would refuse
        # its short tokens for long after it was corrected.
        shift = chance.choice((chance.randint(5, 15), -chance.randint(30, 600)))
        company.center.restart_with_clock(shift)
        # Center ahead: brokers see their own clock behind by that. Center behind: their time stands still for that.
        ahead = Sign(f"its clock is {shift} s behind", lambda seen: seen.metrics["clock_skew_seconds"] <= 1 - shift)
        self.signs = (FOLLOWS, ahead if shift > 0 else alert("time_held_seconds", above=-shift - 2))


class RestoredFromBackUp(Fault):
    """An older database is restored; the changes made by `lose` are gone. Brokers do not go back by themselves: healing
    includes `usercenter new-epoch`."""

    name, center_answers, brokers_hear = "center restored from a back-up", False, False
    signs = (alert("center_behind"), UNKNOWN, says("Was a back-up restored?"))

    def begin(self, company: Company, chance: Random) -> None:
        copy = company.center.back_up()
        self.lose()
        company.confirm()
        company.center.restore(copy)
        company.center.start()

    def lose(self) -> None:
        """Make changes after the copy was made."""


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
    """One broker is cut off from the center, the other is not."""

    name, brokers_hear = "one broker cut off", False
    signs = _SILENT

    def begin(self, company: Company, chance: Random) -> None:
        self.met = chance.choice(company.cluster.brokers)
        company.door_of(self.met).cut()


class Garbage(Fault):
    """An impostor answers at the center's address."""

    brokers_hear = False

    def __init__(self, kind: str) -> None:
        self.name = f"garbage: {kind}"
        self.signs = (_NOT_TAKEN, state("vanished"))
        self._kind = kind

    def begin(self, company: Company, chance: Random) -> None:
        answer = hostile.bomb() if self._kind == "bomb" else hostile.ANSWERS[self._kind]
        for door in company.doors:
            door.taken_over(answer)
        # Long enough for several requests of the brokers.
        time.sleep(chance.uniform(1, 3))


CENTER: tuple[Fault, ...] = (
    CenterKilled(), CenterHangs(), DiskFull(), DatabaseLost(), WrongClock(), RestoredFromBackUp(), CertificateExpired(),
    WayCut(), WayHangs(), OneCutOff(),
)  # fmt: skip
GARBAGE: tuple[Fault, ...] = tuple(Garbage(kind) for kind in (*hostile.ANSWERS, "bomb"))
