"""A person's name goes from what was loaded of the audit, and from what remediations tell of use seen there."""

import json

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.findings import erasing
from app.remediation.models import Part
from app.trail import trail


def erase(session: Session, by: str, name: str, pseudonym: str) -> dict[str, int]:
    """Replace a user's name; answers how many rows were changed, by table. Again it changes nothing.

    What a remediation took and gave, and who decided, stays: that is no result of the audit. The trail tells who asked
    and the pseudonym, not the name; nothing when nothing was changed.
    """
    person = erasing.Person(name, pseudonym)
    done = erasing.erase(session, person) | {Part.__tablename__: _parts(session, person)}
    if any(done.values()):
        trail.record(session, by, "audit_result.erase", pseudonym, after={"rows": done})
    return done


def _parts(session: Session, person: erasing.Person) -> int:
    written = json.dumps(person.name, ensure_ascii=False)[1:-1]
    naming = select(Part).where(Part.facts.contains(written, autoescape=True)).order_by(Part.id)
    return sum(_erase_in_part(part, person) for part in session.scalars(naming))


def _erase_in_part(part: Part, person: erasing.Person) -> bool:
    told = json.loads(part.facts)
    changed = person.out_of_line(told)
    if changed == told:
        return False
    part.facts = json.dumps(changed, ensure_ascii=False, sort_keys=True)
    return True
