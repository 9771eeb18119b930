"""Imports as the API shows them."""

from collections import Counter
from typing import Literal

from pydantic import Field

from app.api.paging import ApiModel
from app.desired_state.importing import report
from app.desired_state.importing.models import Import
from app.desired_state.importing.undoing import Undoing

State = Literal["reading", "planned", "applying", "done", "failed", "cancelled", "undoing", "undone"]


class ImportItem(ApiModel):
    """An import of a cluster. `step`: what is being done (tenants, namespaces, topics, plan, apply, undo), `done` of
    `total` things of it; `calls`: questions that the cluster was asked; `applied`: things that it made and that were
    not taken back; `applied_by`: who had it applied or taken back last."""

    id: int
    cluster_id: int
    cluster: str
    state: State
    step: str
    done: int
    total: int
    calls: int
    applied: int
    message: str | None = Field(description="Why it failed.")
    has_report: bool
    started_by: str
    applied_by: str | None
    add_time: int
    update_time: int
    read_time: int | None = Field(description="When the cluster had been read (epoch ms).")
    ended_time: int | None


class ImportMapping(ApiModel):
    """A mapping file (YAML)."""

    mapping: str


class ReadCounts(ApiModel):
    """What the cluster holds."""

    tenants: int
    namespaces: int
    topics: int
    roles: int
    grants: int
    subscription_rules: int


class StepLine(ApiModel):
    """Something that comes. `kind`: setting, user, role, tenant, namespace, topic, subscription_rule, grant."""

    kind: str
    name: str
    detail: str


class WhyFields(ApiModel):
    """Why, in English; `code` is stable, and `values` are what the sentence names."""

    why: str
    code: str = ""
    values: dict[str, str | int] = Field(default={})


class WhatFields(ApiModel):
    """What, in English; `what_code` is stable, and `what_values` are what the words name."""

    what: str
    what_code: str = ""
    what_values: dict[str, str | int] = Field(default={})


class DifferenceLine(WhatFields):
    """Something that the center has otherwise than the cluster; it is left as it is."""

    kind: str
    name: str
    cluster: str
    center: str


class NotCarriedLine(WhatFields, WhyFields):
    """Something that is not taken over. `role`: whose; empty when nobody's."""

    place: str
    role: str


class UnreadLine(ApiModel):
    """Something that the cluster did not tell, or whose name the center refuses. `code` is stable."""

    place: str
    message: str
    code: str = ""


class SuperUserLine(ApiModel):
    """A role of superUserRoles. `given`: the mapping gives its user authority 4 on the cluster."""

    role: str
    user: str | None
    given: bool


class StrongerLine(ApiModel):
    """A native role whose own name is that of an account that `holds` more: the import is not applied. `user`: whom
    the mapping makes of the role. `accept_stronger` in the role's line accepts it."""

    role: str
    user: str | None
    holds: str


class CredentialsLine(WhyFields):
    """A native role that is not called so here: its clients need credentials of `user`; null: of no user yet."""

    role: str
    user: str | None


class RefusedLine(WhyFields):
    """A step that could not be made."""

    kind: str
    name: str


class KeptLine(WhyFields):
    """Something that the import made and that stays when it is taken back: somebody changed it, or uses it."""

    kind: str
    name: str


class ImportUndo(ApiModel):
    """What taking an import back does: `goes` counts what goes by kind, `keeps` lists what stays (the first 20,000)."""

    run: ImportItem
    goes: dict[str, int]
    keeps: list[KeptLine]
    keeps_total: int


class DecisionLine(WhyFields):
    """A decision that differs. `native`: Pulsar's own; `center`: after the import, of the user `principal` (of the
    role's own name: for old credentials; empty: there is none); `topics`: how many it is about, `topic` and `others`,
    of which 20,000 are listed in all."""

    role: str
    principal: str
    topic: str
    topics: int
    operation: str
    subscription: str | None
    native: bool
    center: bool
    explained: bool
    others: list[str] = Field(default=[])


class ReasonLine(WhyFields):
    """A reason for decisions that differ; `count`: how many."""

    count: int


class ProofItem(ApiModel):
    """Every role × topic × produce, consume and look-up. Topics that nothing tells apart are decided once. `reasons`
    counts the differences by their reason; `by_reason` does the same by sentence."""

    roles: int
    topics: int
    questions: int
    decided: int
    differences: list[DecisionLine]
    differences_total: int
    unexplained: int
    by_reason: dict[str, int]
    reasons: list[ReasonLine] = Field(default=[])


class ImportReport(ApiModel):
    """The report of an import. Long lists are cut; `…_total` counts all."""

    format: int
    cluster: str
    read: ReadCounts
    comes: dict[str, int]
    exists: dict[str, int]
    steps: list[StepLine]
    steps_total: int
    differs: list[DifferenceLine]
    differs_total: int
    not_carried: list[NotCarriedLine]
    not_carried_total: int
    unread: list[UnreadLine]
    unread_total: int
    left_out: list[str]
    super_users: list[SuperUserLine]
    proxies: list[str]
    stronger: list[StrongerLine] = Field(default=[])
    stronger_total: int = 0
    new_credentials: list[CredentialsLine] = Field(default=[])
    new_credentials_total: int = 0
    proof: ProofItem
    refused: list[RefusedLine]
    kept: list[KeptLine] = Field(default=[])
    kept_total: int = 0


def undo_item(run: Import, undoing: Undoing) -> ImportUndo:
    """The answer of undoing an import."""
    return ImportUndo(
        run=item(run),
        goes=dict(Counter(step.kind for step in undoing.goes)),
        **report.listed("keeps", undoing.keeps),
    )


def item(run: Import) -> ImportItem:
    """The item of a row."""
    return ImportItem.of(run, cluster_id=run.cluster, cluster=run.cluster_name, has_report=run.read_time is not None)
