"""What of an import goes when it is taken back, and what stays: what somebody changed or uses since. Pure but for
`rehearse`, which reads."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from sqlalchemy.orm import Session

from app.importing import made, sentences, uses
from app.importing.made import MODELS, Made, Thing
from app.importing.models import Import
from app.importing.sentences import Sentence
from app.importing.uses import Uses


@dataclass(frozen=True)
class Kept:
    """Something that stays, and why."""

    kind: str
    name: str
    why: Sentence


@dataclass
class Undoing:
    """What goes, in order, and what stays. What is gone already is neither."""

    goes: list[Made] = field(default_factory=list)
    keeps: list[Kept] = field(default_factory=list)


def decide(things: Iterable[Made], there: Mapping[Thing, int], hanging: Uses) -> Undoing:
    """Decide for things in the order in which they are taken back. `there`: when each row was changed last."""
    found, gone = Undoing(), set[Thing]()
    for one in things:
        if one.thing not in there:
            continue
        why = _why_kept(one, there, hanging, gone)
        if why is None:
            gone.add(one.thing)
            found.goes.append(one)
        else:
            found.keeps.append(Kept(one.kind, one.name, why))
    return found


def rehearse(session: Session, run: Import) -> Undoing:
    """What taking it back would do now. The number of statements does not depend on what there is."""
    things = made.of(session, run)
    hanging: dict[Thing, set[Thing]] = {}
    for kind in MODELS:
        hanging |= uses.of(session, kind)
    return decide(things, made.times(session, things), hanging)


def _why_kept(one: Made, there: Mapping[Thing, int], hanging: Uses, gone: set[Thing]) -> Sentence | None:
    if there[one.thing] != one.update_time:
        return sentences.why("changed_since")
    users = sorted(used for used in hanging.get(one.thing, ()) if used not in gone)
    if not users:
        return None
    kinds = sorted({kind.replace("_", " ") for kind, _ in users})
    return sentences.why("used_since", number=len(users), kinds=", ".join(kinds))
