"""Replaces a person's name by a pseudonym in loaded audit results and in the uses that remediations mention."""

import json

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.findings import erasing
from app.audit.trail import trail
from app.desired_state.remediation.models import Part


def erase(session: Session, by: str, name: str, pseudonym: str) -> dict[str, int]:
    """Replace a user's name. Returns the number of changed rows by table; a second call changes nothing.

    The grants of a remediation and the names of those who decided stay, as they are no results of the audit. The audit
    log records who asked and the pseudonym, not the name; it records nothing when no row was changed.
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
    facts = json.loads(part.facts)
    changed = person.out_of_line(facts)
    if changed == facts:
        return False
    part.facts = json.dumps(changed, ensure_ascii=False, sort_keys=True)
    return True
