"""Rights as of a past revision. A name may have been used again: today's user or place is then not the one of that
time. Only administrators of the center may ask about such earlier ones."""

from collections.abc import Iterable
from dataclasses import replace

from app.access.decision import holds_authority
from app.access.holding import topics_served_by
from app.access.names import ResourceType
from app.access.read_permission import READING
from app.access.rights_snapshot import Snapshot
from app.access.vocabulary import over
from app.api.admin.access.access_questions import NOT_YOURS, Asker, Question
from app.api.callers import Caller
from app.audit.trail import history
from app.platform.errors import NotAllowed, NotFound
from app.rights import places_by_name
from app.rights.granting.giver_rights import from_here
from app.rights.inquiry import past


class PastRights:
    """The rights as of a revision, read once for each cluster in the questions."""

    def __init__(self, asker: Asker[Caller], questions: Iterable[Question], revision: int) -> None:
        self._asker, self._revision = asker, revision
        self._people = {person for question in questions for person in question.people}
        self._read: dict[int, Snapshot] = {}

    def rights(self, question: Question) -> Snapshot:
        """The rights to decide by. Raises NotAllowed, and what `past.snapshot_at` raises.

        For a user that only has the name of an earlier one, they contain nothing.
        """
        asker, rights = self._asker, self._on(question.cluster_id)
        if asker.caller.is_administrator or _reads_the_same(asker, question, self._revision):
            return rights
        if not asker.is_own(question.principal):
            raise NotAllowed(NOT_YOURS, reason="NO_GRANT")
        return rights if _is_the_same(asker, question, self._revision) else replace(rights, users={}, grants={})

    def _on(self, cluster_id: int) -> Snapshot:
        if cluster_id not in self._read:
            self._read[cluster_id] = self._read_snapshot(cluster_id)
        return self._read[cluster_id]

    def _read_snapshot(self, cluster_id: int) -> Snapshot:
        session = self._asker.caller.session
        try:
            return past.snapshot_at(session, cluster_id, self._revision, self._people)
        except NotFound:
            if self._asker.caller.is_administrator:
                raise
            return past.snapshot_at(session, None, self._revision, self._people)  # see asking.on


def _is_the_same(asker: Asker[Caller], question: Question, revision: int) -> bool:
    found = history.contents_of(asker.caller.session, revision, "user", [question.principal])
    return [content["id"] for _, content in found] == [asker.known.ids[question.principal]]


def _reads_the_same(asker: Asker[Caller], question: Question, revision: int) -> bool:
    """True when the highest place through which the caller administers or audits the target existed already, with the
    same id."""
    known, target = asker.on(question.cluster_id), question.target
    if target.malformed:
        return False
    me = asker.caller.username
    way = (target, *topics_served_by(target), *target.ancestors(known.cluster))
    numbers = [over(right, target.type) for right in READING]
    places = [
        place
        for place in way
        if any(holds_authority(known, me, authority, place, asker.now, from_here()) for authority in numbers)
    ]
    if not places or places[-1].type <= ResourceType.CLUSTER:
        return bool(places)
    highest = places[-1]
    current = places_by_name.find(asker.caller.session, [highest]).get((int(highest.type), highest.name))
    earlier = history.contents_of(asker.caller.session, revision, highest.type.name.lower(), [highest.name])
    return current is not None and [content["id"] for _, content in earlier] == [current.key[1]]
