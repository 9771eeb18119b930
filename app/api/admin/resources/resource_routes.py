"""The routes that tenants, namespaces and topics share: read one, ask what deleting it takes, delete it, retry."""

from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response
from pydantic import Field

from app.api.admin.resources import resource_deletion
from app.api.admin.resources import resource_items as shared
from app.api.admin.resources.cluster_questions import Question, about, ask_clusters
from app.api.admin.resources.resource_deletion import Deleting
from app.api.app_state import Configured
from app.api.guard import SignedIn, SignedInToChange, SignedInToWait
from app.api.problems import responses
from app.resources import key_destruction
from app.resources.models import Namespace, Tenant, Topic
from app.resources.provisioning import deletion_forecast
from app.resources.provisioning.deletion_forecast import ClusterLoss
from app.resources.resource_rows import Row


class Loss(shared.OnClusters[ClusterLoss]):
    """What each cluster has of it now, by Pulsar's statistics, including topics that the center does not know."""

    encryption_keys: int = Field(
        0, description="Keys that go with it: nobody reads any more what was encrypted for them, wherever a copy is."
    )


def add_to(
    router: APIRouter, model: type[Tenant] | type[Namespace] | type[Topic], item: type[shared.ResourceItem]
) -> None:
    """Add these routes for one type. `item`: what is answered."""
    kind = shared.KINDS[model]
    word, number = kind.name.lower(), shared.id_in_path(kind)
    path = f"/{{{word}_id}}"

    def question(_row: Row) -> Question[ClusterLoss]:
        return lambda cluster, name, token: deletion_forecast.ask(cluster, kind, name, token)

    @router.get(path, name=f"get_{word}", summary=f"Read a {word}", description=f"One {word}.", response_model=item)
    def read(caller: SignedIn, response: Response, res_id: int = number) -> Any:
        return item.answer(caller, shared.find_visible(caller, model, res_id), response)

    async def ask_loss(request: Request, caller: SignedInToWait, settings: Configured, res_id: int = number) -> Loss:
        permit = partial(resource_deletion.require_deletion, caller, kind, cascade=False)
        prepare = partial(about, caller, settings, kind, res_id, permit, question)
        name, losses = await ask_clusters(request, caller, prepare)
        return Loss(full_name=name, clusters=losses)

    @router.get(
        f"{path}/loss", name=f"{word}_loss", summary=f"Ask what deleting a {word} takes", responses=responses(429)
    )
    def tell_loss(asked: Annotated[Loss, Depends(ask_loss)], caller: SignedIn, res_id: int = number) -> Loss:
        """Asks its clusters now. For users who may delete it."""
        row = shared.find_visible(caller, model, res_id)
        return asked.model_copy(update={"encryption_keys": key_destruction.lost_with(caller.session, row)})

    @router.delete(
        path,
        name=f"delete_{word}",
        summary=f"Delete a {word}",
        status_code=202,
        responses=responses(409),
        response_model=item,
    )
    def delete(caller: SignedInToChange, how: Deleting, response: Response, res_id: int = number) -> Any:
        """Brokers deny its data at once. It is deleted, with all grants, when its clusters have removed it.
        `GET …/loss` shows what that destroys there."""
        row = how.of(caller, shared.find_visible(caller, model, res_id))
        return item.answer(caller, row, response)

    @router.post(f"{path}/retry", name=f"retry_{word}", summary=f"Retry what failed on a {word}", response_model=item)
    def retry(caller: SignedInToChange, response: Response, res_id: int = number) -> Any:
        """Retries failed jobs now."""
        return item.answer(
            caller, resource_deletion.retry(caller, shared.find_visible(caller, model, res_id)), response
        )
