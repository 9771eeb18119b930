"""What the audit says of encryption keys, for who administers or audits the places."""

from collections.abc import Sequence
from typing import Literal

from pydantic import Field
from sqlalchemy import ColumnElement, select, true

from app.access.names import ResourceType
from app.api.admin.audit.readable_results import readable_place
from app.api.callers import Caller
from app.api.guard import SignedIn
from app.api.paging import ApiModel, FilterId, Listed, Paged
from app.api.problems import responses
from app.api.resource_type import OfType, Wanted
from app.api.routing import Router
from app.grants import places
from app.grants.places import Place
from app.resources import policies
from app.resources.encryption_keys import owner_of
from app.resources.models import EncryptionKey, Namespace, Tenant
from app.resources.placement import tenants_on
from app.rights.inquiry import key_use
from app.rights.inquiry.key_use import Account, KeyUse

router = Router(tags=["encryption"])
_MOST = 100


class UnfetchedVersion(ApiModel):
    """No account that is there now has fetched its private half since it was made (epoch ms)."""

    number: int
    state: Literal["active", "retiring", "retired"]
    add_time: int


class AccountAtKey(ApiModel):
    """`topic`: where it produced; null for who fetched a private half. `time`: when last, epoch ms."""

    user_id: int
    username: str
    topic: str | None
    time: int


class SomeAccounts(ApiModel):
    """How many there are, and the newest of them."""

    total: int
    newest: list[AccountAtKey] = Field(description=f"{_MOST} at most.")


class KeyReportItem(OfType):
    """A key of a place. `encryption_required`: the center's wish; where clusters follow it, nothing is sent in the
    clear. `watched_days`: cluster → on how many days of the period its log was watched; uses on others may be missing.

    Accounts are null when they are not known: no run was loaded that tells of uses of data, or somebody consumed whose
    name was erased.
    """

    res_id: int
    full_name: str
    name: str
    mode: Literal["center", "customer"]
    encryption_required: bool
    watched_days: dict[str, int]
    never_fetched: list[UnfetchedVersion] = Field(description="Newest first. None of a customer key.")
    without_key: SomeAccounts | None = Field(
        description="They produced in the period, since the place has a key, and never fetched a public half there: "
        "they send in the clear, or have a key from elsewhere. None for a key that another one has replaced."
    )
    not_consuming: SomeAccounts | None = Field(
        description="They fetched a private half in the period, and consumed nothing in it that the key opens."
    )


class KeyReport(Listed[KeyReportItem]):
    """The period, that of the audit's current run: from the date `since` (UTC) until `until` (epoch ms); null when it
    does not tell of uses of data."""

    since: str | None
    until: int | None


@router.get("/encryption-keys/report", summary="What the audit says of encryption keys", responses=responses(404))
def report_encryption_keys(caller: SignedIn, page: Paged, res_type: Wanted, res_id: FilterId = None) -> KeyReport:
    """Who produced without having fetched a key, versions that nobody fetched, who fetched one and consumed nothing.
    Administrators of the center see all keys; who administers or audits a place names it (`res_type`, `res_id`), and
    sees those of the place and below. `q` searches names of keys."""
    inside = _inside(readable_place(caller, res_type, res_id), whole=caller.is_administrator)
    query = select(EncryptionKey).where(inside, *page.matching(EncryptionKey.name))
    listed = page.of(caller.session, query, EncryptionKey.id, lambda key: key)
    period = key_use.period_of(caller.session)
    watched = {} if period is None else dict(period.watched_days)
    items = _items(caller, listed.items, key_use.of_keys(caller.session, listed.items, period), watched)
    since, until = (None, None) if period is None else (period.since, period.until)
    return KeyReport(**{**dict(listed), "items": items}, since=since, until=until)


def _inside(place: Place | None, *, whole: bool) -> ColumnElement[bool]:
    """A condition on keys: they belong to the place, or to one inside it. Of a cluster, if not `whole`, those of
    tenants that live there alone: the others' use is elsewhere, too, and read by who may read the tenant."""
    kind, number = (0, 0) if place is None else place.key
    if kind == ResourceType.ROOT:
        return true()
    if kind >= ResourceType.NAMESPACE:
        return (EncryptionKey.topic if kind == ResourceType.TOPIC else EncryptionKey.namespace) == number
    on_cluster = tenants_on(number) if whole else select(Tenant.id).where(Tenant.clusters == str(number))
    tenants = Namespace.tenant == number if kind == ResourceType.TENANT else Namespace.tenant.in_(on_cluster)
    return EncryptionKey.namespace.in_(select(Namespace.id).where(tenants))


def _items(
    caller: Caller, keys: Sequence[EncryptionKey], uses: dict[int, KeyUse], watched: dict[str, int]
) -> list[KeyReportItem]:
    found, clusters = places.places_of(caller.session, map(owner_of, keys)), places.cluster_names(caller.session)
    namespaces = select(Namespace).where(Namespace.id.in_({key.namespace for key in keys}))
    demanding = {
        row.id for row in caller.session.scalars(namespaces) if policies.wish_of(row).get("encryption_required")
    }

    def item(key: EncryptionKey, place: Place, use: KeyUse) -> KeyReportItem:
        return KeyReportItem.of(
            key,
            res_type=place.key[0],
            res_id=place.key[1],
            full_name=place.name,
            encryption_required=key.namespace in demanding,
            watched_days={clusters[at]: watched.get(clusters[at], 0) for at in place.clusters},
            never_fetched=use.never_fetched,
            without_key=_some(use.without_key),
            not_consuming=_some(use.not_consuming),
        )

    return [item(key, found[owner_of(key)], uses[key.id]) for key in keys]


def _some(accounts: Sequence[Account] | None) -> SomeAccounts | None:
    return None if accounts is None else SomeAccounts.of(accounts, total=len(accounts), newest=accounts[:_MOST])
