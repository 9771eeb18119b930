"""Imports of running clusters: start, watch, apply, cancel. The worker does it (`app.desired_state.importing`)."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from fastapi import Response
from pydantic import Field
from starlette.responses import HTMLResponse

from app.api.admin.imports.import_items import ImportItem, ImportMapping, ImportReport, ImportUndo, item, undo_item
from app.api.guard import Administrator, AdministratorToChange, require_reauthentication
from app.api.paging import Body, Id, examples
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.desired_state.importing import report_page, runs, undoing
from app.platform.clock import now_ms
from app.resources import clusters

router = ChangingRouter(prefix="/clusters/{cluster_id}/imports", tags=["clusters"])
_DEFAULT = 'version: "1"\n'
_EXAMPLE = _DEFAULT + 'roles:\n  - {role: "team-*", to: shared-role}\n'
_PAGE_HEADERS = {
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "content-disposition": "attachment; filename=import.html",
}


class NewImport(Body):
    """What the native roles become: a mapping file (YAML). Without lines each becomes a service user of its name."""

    model_config = examples({"mapping": _EXAMPLE})

    mapping: Annotated[str, Field(max_length=2_000_000)] = _DEFAULT


@router.post("", summary="Begin an import", status_code=201, responses=responses(409))
def begin_import(caller: AdministratorToChange, cluster_id: Id, body: NewImport) -> ImportItem:
    """Has the worker read the cluster and write the report of what would come. Nothing is changed: neither there nor
    here. An import that waits to be applied ends."""
    cluster = clusters.find(caller.session, cluster_id)
    return item(runs.begin(caller.session, caller.user, cluster, body.mapping, now_ms()))


@router.get("", summary="List imports")
def list_imports(caller: Administrator, cluster_id: Id) -> list[ImportItem]:
    """The newest twenty, the newest first, and the newest that made something."""
    newest: Sequence[Any] = runs.of_cluster(caller.session, clusters.find(caller.session, cluster_id).id)
    return [item(run) for run in newest]


@router.get("/{import_id}", summary="Read an import")
def get_import(caller: Administrator, cluster_id: Id, import_id: Id) -> ImportItem:
    """Its state and how far it is."""
    return item(runs.find(caller.session, cluster_id, import_id))


@router.get(
    "/{import_id}/report",
    summary="Read the report of an import",
    response_model=ImportReport,
    responses={**responses(403, 404, 409), 200: {"content": {"text/html": {"schema": {"type": "string"}}}}},
)
def import_report(
    caller: Administrator, cluster_id: Id, import_id: Id, format: Literal["json", "html"] = "json"
) -> ImportReport | Response:
    """What comes, what is there, what differs, what is not taken over and why, and how decisions would change. After
    the import: what is left."""
    content = runs.report_of(runs.find(caller.session, cluster_id, import_id))
    if format == "html":
        return HTMLResponse(report_page.write(content), headers=_PAGE_HEADERS)
    return ImportReport.model_validate(content)


@router.get("/{import_id}/mapping", summary="Draft a mapping file", responses=responses(409))
def import_mapping(caller: Administrator, cluster_id: Id, import_id: Id) -> ImportMapping:
    """A mapping file with a line for each native role that the cluster names, mapped as by this import."""
    return ImportMapping(mapping=runs.draft_of(runs.find(caller.session, cluster_id, import_id)))


@router.post("/{import_id}/apply", summary="Apply an import", responses=responses(409))
def apply_import(caller: AdministratorToChange, cluster_id: Id, import_id: Id) -> ImportItem:
    """Has the worker make what the report says, in the caller's name, batch by batch. It may be repeated: what is there
    stays. The cluster is not changed."""
    require_reauthentication(caller)
    run = runs.find(caller.session, cluster_id, import_id)
    runs.apply(caller.session, caller.user, run, now_ms())
    return item(run)


@router.post("/{import_id}/cancel", summary="Cancel an import", responses=responses(409))
def cancel_import(caller: AdministratorToChange, cluster_id: Id, import_id: Id) -> ImportItem:
    """Ends it after the batch that is being made. What was made stays, and another import goes on from there."""
    run = runs.find(caller.session, cluster_id, import_id)
    runs.cancel(caller.session, caller.username, run, now_ms())
    return item(run)


@router.get("/{import_id}/undo", summary="Rehearse undoing an import", responses=responses(409))
def rehearse_undo(caller: Administrator, cluster_id: Id, import_id: Id) -> ImportUndo:
    """What undoing it would remove now, and what would stay. It may be long to read, so it keeps nobody waiting."""
    run = runs.find(caller.session, cluster_id, import_id)
    runs.require_undoable(caller.session, run)
    return undo_item(run, undoing.rehearse(caller.session, run))


@router.post("/{import_id}/undo", summary="Undo an import", responses=responses(409))
def undo_import(caller: AdministratorToChange, cluster_id: Id, import_id: Id) -> ImportItem:
    """Has the worker remove from the center what the import made, batch by batch. What somebody changed or uses since
    stays. The cluster is not changed, and goes on by its own grants."""
    require_reauthentication(caller)
    run = runs.find(caller.session, cluster_id, import_id)
    runs.undo(caller.session, caller.user, run, now_ms())
    return item(run)
