"""What of an import goes when it is taken back, and what stays: what somebody changed or uses since. Pure but for
`rehearse`, which reads."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from sqlalchemy.orm import Session

from app.desired_state.importing import dependents, made, sentences
from app.desired_state.importing.dependents import Uses
from app.desired_state.importing.made import MODELS, MadeThing, Thing
from app.desired_state.importing.models import Import
from app.desired_state.importing.sentences import Sentence


@dataclass(frozen=True)
class KeptThing:
    """Something that stays, and why."""

    kind: str
    name: str
    why: Sentence


@dataclass
class Undoing:
    """What goes, in order, and what stays. What is gone already is neither."""

    goes: list[MadeThing] = field(default_factory=list)
    keeps: list[KeptThing] = field(default_factory=list)


def decide(things: Iterable[MadeThing], times: Mapping[Thing, int], hanging: Uses) -> Undoing:
    """Decide for things in the order in which they are taken back. `times`: when each row was changed last."""
    decided, gone = Undoing(), set[Thing]()
    for thing in things:
        if thing.thing not in times:
            continue
        why = _why_kept(thing, times, hanging, gone)
        if why is None:
            gone.add(thing.thing)
            decided.goes.append(thing)
        else:
            decided.keeps.append(KeptThing(thing.kind, thing.name, why))
    return decided


def rehearse(session: Session, run: Import) -> Undoing:
    """What taking it back would do now. The number of statements does not depend on what there is."""
    things = made.of(session, run)
    hanging: dict[Thing, set[Thing]] = {}
    for kind in MODELS:
        hanging |= dependents.of(session, kind)
    return decide(things, made.times(session, things), hanging)


def _why_kept(thing: MadeThing, times: Mapping[Thing, int], hanging: Uses, gone: set[Thing]) -> Sentence | None:
    if times[thing.thing] != thing.update_time:
        return sentences.why("changed_since")
    users = sorted(used for used in hanging.get(thing.thing, ()) if used not in gone)
    if not users:
        return None
    kinds = sorted({kind.replace("_", " ") for kind, _ in users})
    return sentences.why("used_since", number=len(users), kinds=", ".join(kinds))
