"""Makes the steps about tenants, namespaces and topics: rows and jobs, as the API does; the clusters follow."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from app.access.names import ResourceName, ResourceType
from app.access.subscription_rules import Mode
from app.desired_state.engine.mandate import DiffersError, Mandate
from app.desired_state.engine.place_rows import PlaceRows
from app.desired_state.engine.steps import CreationStep, ResourceStep, RuleStep
from app.platform.errors import InvalidInput
from app.resources import (
    clusters,
    creation,
    deletion,
    namespaces,
    ownership,
    policies,
    resource_rows,
    rule_support,
    subscription_rules,
    tenants,
    topics,
)
from app.resources.models import Namespace, Tenant, Topic

_DEFAULT_BUNDLES = 4
_NOT_COLUMNS = ("policies", "subscription_auth_mode")


class ResourceWriter:
    """Makes the steps about resources for one mandate."""

    def __init__(self, mandate: Mandate, rows: PlaceRows) -> None:
        self._mandate, self._rows = mandate, rows
        self._session, self._actor = mandate.session, mandate.actor
        self._with_mode: list[CreationStep] = []
        # An administrator of the center holds everything anyway, so it gets no owner's grant.
        self._owner = None if mandate.is_administrator else mandate.user.id

    def create(self, steps: Sequence[CreationStep]) -> None:
        """Create places of one kind: namespaces and topics together, with few statements."""
        kind = steps[0].place[0]
        if kind == ResourceType.TENANT:
            for step in steps:
                with self._mandate.attempt(step):
                    self._create_tenant(step)
            return
        new = {step: resource for step in steps if (resource := self._prepare(step)) is not None}
        if not new:
            return
        owners = ownership.owner_roles(self._session, self._owner)
        rows = list(new.values())
        creation.store(self._session, self._actor, kind, rows, owners, state=self._mandate.job_state)
        self._rows.add((step.place, resource.row) for step, resource in new.items())
        self._with_mode += [step for step in new if step.values.get("subscription_auth_mode", Mode.NONE) != Mode.NONE]

    def set_modes(self) -> None:
        """Set the modes of new namespaces, after all creations."""
        for step in self._with_mode:
            with self._mandate.attempt(step):
                self._set(step.place, {"subscription_auth_mode": step.values["subscription_auth_mode"]})
        self._with_mode.clear()

    def _create_tenant(self, step: CreationStep) -> None:
        if self._mandate.keeps_existing and self._rows.row_or_none(step.place) is not None:
            return
        values = dict(step.values)
        ids = clusters.ids_of(self._session, values.pop("clusters")).values()
        state = self._mandate.job_state
        row = tenants.create(self._session, self._actor, self._owner, step.place[1], ids, state=state, **values)
        self._rows.add([(step.place, row)])

    def _prepare(self, step: CreationStep) -> creation.NewResource[Namespace | Topic] | None:
        """The new namespace or topic; None when it is there and kept, or refused."""
        with self._mandate.attempt(step, may_have_written=False):
            existing = self._rows.row_or_none(step.place)
            if existing is None or not self._mandate.keeps_existing:
                resource_rows.refuse_duplicate(existing, step.place[1])
                return self._with_policies(step)
            if step.values.get("subscription_auth_mode") != getattr(existing, "subscription_auth_mode", None):
                raise DiffersError()
        return None

    def _with_policies(self, step: CreationStep) -> creation.NewResource[Namespace | Topic]:
        """Where a refusal is only noted, a resource whose policies cannot be wished together comes without them."""
        wish: Mapping[str, Any] = step.values.get("policies", {})
        try:
            return self._new(step, wish)
        except InvalidInput as error:
            if error.stable_code != "invalid_policies":
                raise
            self._mandate.on_refusal(step, error, False)
            return self._new(step, {})

    def _new(self, step: CreationStep, wish: Mapping[str, Any]) -> creation.NewResource[Namespace | Topic]:
        values: dict[str, Any] = {name: value for name, value in step.values.items() if name not in _NOT_COLUMNS}
        if step.above is None:  # only tenants have nothing above
            raise AssertionError(step.place)
        name, above = ResourceName.of(*step.place), self._rows.row(step.above)
        if isinstance(above, Tenant):
            values.setdefault("bundles", _DEFAULT_BUNDLES)
            return namespaces.prepare(self._session, above, name.local_name, wish=wish, **values)
        domain = step.place[1].partition("://")[0]
        return topics.prepare(
            self._session, cast(Namespace, above), name.local_name, domain=domain, wish=wish, **values
        )

    def change(self, step: ResourceStep) -> None:
        """Change columns of a resource, or start its deletion with everything below it."""
        if step.delete:
            (kind, name), row, own = step.place, self._rows.row(step.place), self._mandate.user.id
            deletion.request(self._session, self._actor, kind, row, confirm=name, cascade=True, user_id=own)
            return
        values = dict(step.values)
        row = self._rows.row(step.place)
        if "policies" in values and not isinstance(row, Tenant):
            wish, cluster = values.pop("policies"), self._mandate.cluster
            policies.change(self._session, self._actor, row, step.place[1], wish, already_on=cluster)
        if values:
            self._set(step.place, values)

    def _set(self, place: tuple[ResourceType, str], values: Mapping[str, Any]) -> None:
        kind, name = place
        row = self._rows.row(place)
        if isinstance(row, Topic) and self._mandate.cluster is None:
            topics.change(self._session, self._actor, row, **values)
        elif isinstance(row, Namespace):
            rule_support.change(self._session, self._actor, row, self._mandate.now, **values)
        else:  # a tenant, or a topic of a mandate with a cluster: no jobs
            tenant = row if isinstance(row, Tenant) else self._session.get_one(Tenant, row.tenant)
            cluster = resource_rows.only_cluster(tenant)
            resource_rows.change(self._session, self._actor, kind, row, name, cluster, **values)

    def rule(self, step: RuleStep) -> None:
        """Set or remove a rule about a subscription."""
        namespace = cast(Namespace, self._rows.row(step.place))
        rule = subscription_rules.find(self._session, namespace, step.subscription)
        if self._mandate.keeps_existing and rule is not None:
            if step.users != frozenset(subscription_rules.names_of(self._session, [rule]).values()):
                raise DiffersError()
        elif step.users is not None:
            now = self._mandate.now
            rule_support.put(self._session, self._actor, namespace, step.subscription, step.users, now)
        elif rule is not None:
            subscription_rules.remove(self._session, self._actor, namespace, rule)
