"""Who fetched which half of which version of an encryption key, for who administers or audits the place."""

from typing import Any, Literal

from sqlalchemy import select

from app.api.admin.resources import resource_items as shared
from app.api.admin.resources.encryption_keys import AUDIT, NameInPath
from app.api.guard import SignedIn
from app.api.paging import ApiModel, Listed, Paged
from app.api.routing import Router
from app.identity.models import User
from app.resources import encryption_keys, key_fetches
from app.resources.models import EncryptionKeyFetch, EncryptionKeyVersion, Namespace, Topic

router = Router(tags=["encryption"])


class KeyFetchItem(ApiModel):
    """The last time (epoch ms) that a user fetched this half of this version. `old_version`: a producer has nothing
    newer, and the version is not active any more."""

    user_id: int
    username: str
    number: int
    half: Literal["public", "private"]
    time: int
    old_version: bool


def _add_route(model: type[Namespace] | type[Topic], administer: int, audit: int) -> None:
    kind = shared.KINDS[model]
    word, place_id = kind.name.lower(), shared.id_in_path(kind)

    @router.get(
        f"/{word}s/{{{word}_id}}/encryption-keys/{{key_name}}/fetches",
        name=f"list_{word}_key_fetches",
        summary=f"List who fetched an encryption key of a {word}",
        description="`q`: part of the user's name. Public halves appear within a minute. "
        f"Needs authority {administer} or {audit}.",
    )
    def list_fetches(
        caller: SignedIn, page: Paged, key_name: NameInPath, res_id: int = place_id
    ) -> Listed[KeyFetchItem]:
        row = shared.find_visible(caller, model, res_id)
        shared.require(caller, AUDIT[kind], kind, row.id)
        key = encryption_keys.find(caller.session, row, key_name)
        fetch, version = EncryptionKeyFetch, EncryptionKeyVersion
        query = (
            select(fetch.id, fetch.user_id, fetch.half, fetch.time, User.username, version.number, version.state)
            .add_columns(key_fetches.newest_public(row).label("newest"))
            .join(User, User.id == fetch.user_id)
            .join(version, version.id == fetch.version)
            .where(version.encryption_key == key.id, *page.matching(User.username))
        )
        listed = page.rows(caller.session, query, fetch.id)
        return listed.showing([_item(found) for found in listed.items])


_add_route(Namespace, 204, 207)
_add_route(Topic, 304, 307)


def _item(found: Any) -> KeyFetchItem:
    return KeyFetchItem.of(found, old_version=bool(found.newest) and found.state != encryption_keys.ACTIVE)
