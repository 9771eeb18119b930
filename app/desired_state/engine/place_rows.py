"""The places that steps are about, by name: their keys and rows, read with few statements."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from sqlalchemy import select

from app.access.names import ResourceName, ResourceType
from app.desired_state.engine.mandate import Mandate
from app.desired_state.engine.state import Place
from app.desired_state.engine.steps import CreationStep, ResourceStep, RightsStep, RuleStep, Step
from app.grants.places import Key
from app.platform.database import slices
from app.platform.errors import Conflict
from app.resources.models import MODELS
from app.resources.resource_rows import Row
from app.rights import places_by_name


class PlaceRows:
    """Keys of all places that the steps name, rows of those that they change or create something in. A mandate with a
    cluster knows only what is on it."""

    def __init__(self, mandate: Mandate, steps: Sequence[Step]) -> None:
        named = {place for step in steps for place in _places(step)}
        found = places_by_name.find(mandate.session, [ResourceName.of(*place) for place in named])
        self._keys: dict[Place, Key] = {
            (ResourceType(kind), name): place.key
            for (kind, name), place in found.items()
            if kind <= ResourceType.CLUSTER or mandate.cluster is None or mandate.cluster in place.clusters
        }
        self._rows: dict[Place, Row] = {}
        changed = {place for step in steps if not isinstance(step, RightsStep) for place in _places(step)}
        names: defaultdict[ResourceType, dict[int, Place]] = defaultdict(dict)
        for place in changed & self._keys.keys():
            names[place[0]][self._keys[place][1]] = place
        for kind, by_id in names.items():
            for part in slices(by_id):
                for row in mandate.session.scalars(select(MODELS[kind]).where(MODELS[kind].id.in_(part))):
                    self._rows[by_id[row.id]] = row

    def row_or_none(self, place: Place) -> Row | None:
        """The row of a place; None when there is none."""
        return self._rows.get(place)

    def row(self, place: Place) -> Row:
        """The row of a place. Raises Conflict when there is none."""
        if place not in self._rows:
            raise Conflict(f"There is no {place[0].name.lower()} {place[1]}.")
        return self._rows[place]

    def key_or_none(self, place: Place) -> Key | None:
        """(res_type, res_id) of a place; None when it is gone."""
        return self._keys.get(place)

    def add(self, rows: Iterable[tuple[Place, Row]]) -> None:
        """Tell of new rows."""
        for place, row in rows:
            self._rows[place], self._keys[place] = row, (int(place[0]), row.id)


def _places(step: Step) -> Iterator[Place]:
    if isinstance(step, CreationStep | ResourceStep | RuleStep | RightsStep):
        yield step.place
    if isinstance(step, CreationStep) and step.above is not None:
        yield step.above
