"""Suggestions of the audit: grants to remove or to narrow, with their back-tests."""

from typing import Annotated, Any, Literal

from fastapi import Depends, Query

from app.access.limits import from_json
from app.api.admin import names
from app.api.admin.audit import readable_results
from app.api.admin.audit.findings import Key, Text
from app.api.admin.grants.grant_limits import LimitsItem, limits_item
from app.api.callers import Caller
from app.api.guard import SignedIn
from app.api.paging import ApiModel, FilterId, Listed, Page, sorted_by
from app.api.problems import responses
from app.api.resource_type import OfType
from app.api.routing import Router
from app.audit.findings import current_results
from app.audit.findings.models import Suggestion
from app.audit.findings.result_lines import BacktestLine, Replacement, SuggestionLine
from app.desired_state.remediation import frozen_parts, lost_uses, opt_outs, planning
from app.grants import grants
from app.grants.models import Grant
from app.platform.clock import now_ms
from app.platform.database import only
from app.platform.errors import Conflict
from app.platform.searching import equal
from app.rights.granting import restoring
from app.rights.inquiry import simulation_questions

router = Router(prefix="/audit", tags=["audit"])
_SHOWN = 5
Largest = Annotated[Page, Depends(sorted_by(saved=Suggestion.saved, role_name=Suggestion.role_name))]


class RightsOfPart(OfType):
    """A grant to remove, as it is; or one to add (without id)."""

    id: int | None
    resource: str
    authorities: list[int]
    valid_until: int | None
    limits: LimitsItem | None
    granted_by: str | None


class SuggestionItem(ApiModel):
    """A suggestion. `leaves`: existing topics that its grants reach. `remediation_id`: the remediation that plans it.
    `worst_share`: the highest share of uses (0 to 1) that a back-test would have denied; null without one. `gone` and
    `come`: the grants to remove, as they are now, and those to add; in a list the first five of each (`removes` and
    `adds` have all). `may_change`: the caller may follow it or opt out, not only read it."""

    id: str
    kind: str
    role: int
    role_name: str
    tenant: str | None
    cluster: str | None
    action: int | None
    removes: list[int]
    adds: list[Replacement]
    cost_before: float | None
    cost_after: float | None
    leaves_before: int | None
    leaves_after: int | None
    why: str | None
    finding_ids: list[str]
    worst_share: float | None
    remediation_id: int | None
    opted_out_until: int | None
    gone: list[RightsOfPart]
    come: list[RightsOfPart]
    may_change: bool


class UseOfPart(ApiModel):
    """A day of use of a grant to remove."""

    date: str
    user: str | None
    action: int
    resource: str
    n: int
    last: int
    sole: int
    grant_id: int


class SuggestionDetail(SuggestionItem):
    """A suggestion with all its grants, their use, and its back-tests by length of window.

    `outdated`: why it no longer fits; the next run makes new suggestions.
    """

    uses: list[UseOfPart]
    backtest: list[BacktestLine]
    outdated: str | None


@router.get("/suggestions", summary="List suggestions", responses=responses(404))
def list_suggestions(
    caller: SignedIn,
    page: Largest,
    kind: Annotated[Literal["remove_unused", "remove_redundant", "narrow"] | None, Query()] = None,
    tenant: Text = None,
    role_id: FilterId = None,
) -> Listed[SuggestionItem]:
    """Suggestions of the current run; `sort=-saved` begins with those that remove the most unused rights."""
    filters = {Suggestion.kind: kind, Suggestion.tenant: tenant, Suggestion.role_id: role_id}
    query = readable_results.suggestions(caller).where(*equal(filters), *page.matching(Suggestion.role_name))
    listed = page.of(caller.session, query, Suggestion.id, lambda row: row)
    names.refuse_unknown(caller, listed, tenant=tenant)
    return listed.showing(_items(caller, listed.items))


@router.get("/suggestions/{suggestion}", summary="Read a suggestion")
def get_suggestion(caller: SignedIn, suggestion: Key) -> SuggestionDetail:
    """A suggestion with its back-tests and its grants as they are now."""
    query = readable_results.suggestions(caller).where(Suggestion.suggestion == suggestion)
    row = only(caller.session, query, "There is no such suggestion.")
    item = _items(caller, [row])[0]
    curve = current_results.lines(caller.session, "backtest", [row.suggestion]).get(row.suggestion, [])
    current: dict[str, Any] = {"uses": [], "outdated": None}
    try:
        current |= _current_grants(caller, row)
    except Conflict as changed:
        current["outdated"] = changed.detail
    return SuggestionDetail(
        **item.model_dump() | current, backtest=[BacktestLine.model_validate(line) for line in curve]
    )


def _current_grants(caller: Caller, row: Suggestion) -> dict[str, Any]:
    part = frozen_parts.part_of(caller.session, row)
    return {
        "gone": [grant_of(grant, grant["id"]) for grant in part.removed()],
        "come": [grant_of(grant, None) for grant in part.added()],
        "uses": lost_uses.uses_of(caller.session, part, "0000-00-00"),
    }


def grant_of(grant: dict[str, Any], number: int | None) -> RightsOfPart:
    """The item for a grant stored in a part."""
    names = ("resource", "res_type", "authorities", "valid_until", "granted_by")
    limits = limits_item(from_json(grant.get("limits")))
    return RightsOfPart(id=number, limits=limits, **{field: grant.get(field) for field in names})


def _items(caller: Caller, rows: list[Suggestion]) -> list[SuggestionItem]:
    keys = [suggestion.suggestion for suggestion in rows]
    remediation_ids = planning.planned(caller.session, keys)
    curves = current_results.lines(caller.session, "backtest", keys)
    parsed = {suggestion.suggestion: SuggestionLine.model_validate_json(suggestion.content) for suggestion in rows}
    opted_out = opt_outs.of_suggestions(caller.session, parsed.values(), now_ms())
    gone = _grants_that_go(caller, parsed)
    deciding = readable_results.suggestions(caller, deciding=True)
    changeable = readable_results.changeable(caller, deciding, Suggestion, rows)
    return [
        SuggestionItem(
            **line.model_dump(exclude={"adds", "set_id", "evidence", "finding_ids"}),
            adds=line.adds or [],
            finding_ids=line.finding_ids or [],
            worst_share=max((line["share"] for line in curves.get(key, ())), default=None),
            remediation_id=remediation_ids.get(key),
            opted_out_until=opted_out.get(key),
            gone=gone[key],
            come=[_coming(added) for added in (line.adds or [])[:_SHOWN]],
            may_change=row.id in changeable,
        )
        for row, (key, line) in zip(rows, parsed.items(), strict=True)
    ]


def _grants_that_go(caller: Caller, parsed: dict[str, SuggestionLine]) -> dict[str, list[RightsOfPart]]:
    """The first grants to remove of each suggestion, with a fixed number of queries; revoked ones are left out."""
    ids = {grant_id for line in parsed.values() for grant_id in line.removes[:_SHOWN]}
    existing = restoring.freeze(caller.session, caller.session.scalars(grants.matching(Grant.id.in_(ids))))
    known = {grant["id"]: grant_of(grant, grant["id"]) for grant in existing}
    return {
        key: [known[grant_id] for grant_id in line.removes[:_SHOWN] if grant_id in known]
        for key, line in parsed.items()
    }


def _coming(added: Replacement) -> RightsOfPart:
    """The item for a grant to add, as the run named it."""
    _, name = simulation_questions.used_place(added.res)
    limits = added.limits.model_dump(exclude_none=True) if added.limits else None
    grant = {"resource": name.name, "res_type": added.type, "authorities": added.authorities, "limits": limits}
    return grant_of(grant, None)
