"""Encryption keys of topics and namespaces: made and replaced by who administers the place, listed also for its
auditors. No half of a key is here: `public_halves`, `key_releases`."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from fastapi import Depends, Path, Request, Response
from pydantic import Field, StringConstraints, model_validator
from sqlalchemy import select

from app.access.names import ResourceName, ResourceType
from app.api.admin.resources import resource_items as shared
from app.api.admin.resources.key_places import UsedKey, used_key
from app.api.admission.fair_share import FairShare
from app.api.app_state import Configured
from app.api.callers import Caller
from app.api.guard import SignedIn, SignedInToChange, SignedInToWait
from app.api.paging import ApiModel, Body, Printable, WholeList, examples
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.api.versions import Seen, tagged, version_of
from app.platform.clock import now_ms
from app.resources import encryption_halves, encryption_keys, key_rotation
from app.resources.encryption_halves import Algorithm, KeyHalves
from app.resources.models import EncryptionKey, EncryptionKeyVersion, Namespace, Topic
from app.rights.requests import key_destructions
from app.rights.requests.models import KeyDestruction

router = ChangingRouter(tags=["encryption"])
NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"
KeyName = Annotated[str, StringConstraints(pattern=NAME, max_length=64)]
NameInPath = Annotated[str, Path(pattern=NAME, description="Name of the key.", examples=["orders"])]
AUDIT = {ResourceType.NAMESPACE: "center:AUDIT_NAMESPACE", ResourceType.TOPIC: "center:AUDIT_TOPIC"}


Pem = Annotated[str, StringConstraints(max_length=4096), Printable]


class NewKeyVersion(Body):
    """A new pair of this `algorithm` (when it is left out that of the version before, at first RSA-3072, which clients
    of all languages read; EC-P256 is for Java alone), or the `public_key` of a customer, in PEM: then the center never
    has the private half, unless its `private_key` comes with it: the center takes over a pair that is in use."""

    model_config = examples({"algorithm": "EC-P256"})

    algorithm: Algorithm | None = None
    public_key: Pem | None = Field(None, repr=False)
    private_key: Pem | None = Field(None, repr=False, description="PEM, not encrypted. No answer shows it.")

    @model_validator(mode="after")
    def _one_of_both(self) -> "NewKeyVersion":
        if self.algorithm is not None and self.public_key is not None:
            raise ValueError("a public_key has its algorithm already")
        if self.private_key is not None and self.public_key is None:
            raise ValueError("a private_key comes with its public_key")
        return self

    def halves(self, usual: Algorithm) -> KeyHalves:
        """The pair, or the public half. Raises InvalidInput."""
        if self.public_key is not None and self.private_key is not None:
            return encryption_halves.read_pair(self.public_key, self.private_key)
        if self.public_key is not None:
            return encryption_halves.read_public(self.public_key)
        return encryption_halves.make(self.algorithm or usual)


Days = Annotated[int | None, Field(ge=1, le=3650)]


class NewEncryptionKey(NewKeyVersion):
    """A key and its first version. Messages carry the `name`, so it is used once in a namespace. `rotate_days`: so old
    its active version gets before the center makes the next one; without it, and for a customer's key, by hand."""

    model_config = examples({"name": "orders-2", "algorithm": "EC-P256"})

    name: KeyName
    rotate_days: Days = None

    @model_validator(mode="after")
    def _made_here(self) -> "NewEncryptionKey":
        if self.rotate_days is not None and self.public_key is not None and self.private_key is None:
            raise ValueError("rotate_days is not for a customer key: only its owner can make the next pair")
        return self


class EncryptionKeyChange(Body):
    """`rotate_days`: so old the active version gets before the center makes the next one; null: by hand alone."""

    model_config = examples({"rotate_days": 90})

    rotate_days: Days


class AskedDestruction(ApiModel):
    """Somebody wants the version destroyed; another person has to confirm before `valid_until` (epoch ms)."""

    asked_by: str
    reason: str
    add_time: int
    valid_until: int


class KeyVersionItem(ApiModel):
    """A version. active: producers take it. retiring: producers may still use it. retired: only readers need it.
    destroyed: nobody reads what was encrypted for it. `destruction`: it waits for a second person."""

    number: int
    algorithm: Algorithm
    state: Literal["active", "retiring", "retired", "destroyed"]
    made_by: str
    add_time: int = Field(description="epoch ms")
    retire_time: int | None = Field(description="epoch ms; since when it is not active")
    destruction: AskedDestruction | None


class EncryptionKeyItem(ApiModel):
    """A key of a place. `warnings`: no_escrow when the center has no private half: whoever loses that loses the
    messages."""

    name: str
    mode: Literal["center", "customer"]
    warnings: list[Literal["no_escrow"]]
    rotate_days: int | None
    next_rotation: int | None = Field(description="epoch ms; when it is due on schedule")
    versions: list[KeyVersionItem] = Field(description="Newest first.")
    add_time: int
    update_time: int
    version: str


class EncryptionKeys(WholeList[EncryptionKeyItem]):
    """The keys of the place itself, by name. Those of the namespace of a topic are not among them, but `used` may be
    one; null when nothing is encrypted there."""

    full_name: str
    used: UsedKey | None


@dataclass(frozen=True)
class _Prepared:
    """A request whose key pair is made."""

    body: Any
    halves: KeyHalves


def _add_routes(model: type[Namespace] | type[Topic], administer: int, audit: int) -> None:
    """The routes of one type. `administer`, `audit`: the authorities that they need."""
    kind = shared.KINDS[model]
    word, number = kind.name.lower(), shared.id_in_path(kind)
    path = f"/{word}s/{{{word}_id}}/encryption-keys"

    # What is prepared comes before the transaction of the change, as making a pair takes a processor for long. What
    # would be refused all the same costs no pair.

    def prepare_first(
        request: Request, caller: SignedInToWait, body: NewEncryptionKey, res_id: int = number
    ) -> _Prepared:
        with caller.session:
            row = shared.find_administered(caller, model, res_id)
            if "idempotency-key" not in request.headers:  # sent again, it finds its own key
                encryption_keys.check_new(caller.session, row, body.name, limited=not caller.is_administrator)
        return _prepare(request, caller, body, "RSA-3072")

    def prepare_next(
        request: Request, caller: SignedInToWait, body: NewKeyVersion, key_name: NameInPath, res_id: int = number
    ) -> _Prepared:
        with caller.session:
            row = shared.find_administered(caller, model, res_id)
            usual = encryption_keys.newest_algorithm(caller.session, row, key_name)
        return _prepare(request, caller, body, usual)

    @router.get(
        path,
        name=f"list_{word}_encryption_keys",
        summary=f"List the encryption keys of a {word}",
        description=f"With their versions. Needs authority {administer} or {audit}.",
    )
    def list_keys(caller: SignedIn, res_id: int = number) -> EncryptionKeys:
        row = shared.find_visible(caller, model, res_id)
        shared.require(caller, AUDIT[kind], kind, row.id)
        keys = encryption_keys.of_place(caller.session, row)
        name = encryption_keys.name_of(caller.session, row)
        places = {(int(kind), row.id): name}
        if isinstance(row, Topic):
            places[int(ResourceType.NAMESPACE), row.namespace] = ResourceName.of_topic(name).namespace or ""
        return EncryptionKeys(items=_items(caller, keys), full_name=name, used=used_key(caller.session, places))

    @router.post(
        path,
        name=f"create_{word}_encryption_key",
        summary=f"Create an encryption key of a {word}",
        description="Its first version is active at once, and the one that was active at this place retires. "
        f"Needs authority {administer}.",
        status_code=201,
        responses=responses(409),
    )
    def create(
        ready: Annotated[_Prepared, Depends(prepare_first)],
        caller: SignedInToChange,
        settings: Configured,
        response: Response,
        res_id: int = number,
    ) -> EncryptionKeyItem:
        row = shared.find_administered(caller, model, res_id)
        name, halves = ready.body.name, ready.halves
        limited = not caller.is_administrator
        key = encryption_keys.create(
            caller.session, settings, caller.username, row, name, halves,
            rotate_days=ready.body.rotate_days, limited=limited,
        )  # fmt: skip
        return answer(caller, key, response)

    @router.patch(
        f"{path}/{{key_name}}",
        name=f"change_{word}_encryption_key",
        summary=f"Change an encryption key of a {word}",
        description=f"When the center rotates it. Needs authority {administer}.",
        responses=responses(409),
    )
    def change(
        caller: SignedInToChange,
        body: EncryptionKeyChange,
        key_name: NameInPath,
        seen: Seen,
        response: Response,
        res_id: int = number,
    ) -> EncryptionKeyItem:
        row = shared.find_administered(caller, model, res_id)
        key = seen.latest(encryption_keys.find(caller.session, row, key_name))
        key_rotation.schedule(caller.session, caller.username, row, key, body.rotate_days)
        return answer(caller, key, response)

    @router.post(
        f"{path}/{{key_name}}/versions",
        name=f"rotate_{word}_encryption_key",
        summary=f"Add a version to an encryption key of a {word}",
        description="It is active at once: producers take it when they ask next. Older messages stay readable. "
        f"Needs authority {administer}.",
        status_code=201,
        responses=responses(409),
    )
    def rotate(
        ready: Annotated[_Prepared, Depends(prepare_next)],
        caller: SignedInToChange,
        settings: Configured,
        key_name: NameInPath,
        seen: Seen,
        response: Response,
        res_id: int = number,
    ) -> EncryptionKeyItem:
        row = shared.find_administered(caller, model, res_id)
        key = seen.latest(encryption_keys.find(caller.session, row, key_name))
        limited = not caller.is_administrator
        encryption_keys.rotate(caller.session, settings, caller.username, row, key, ready.halves, limited=limited)
        return answer(caller, key, response)


_add_routes(Namespace, 204, 207)
_add_routes(Topic, 304, 307)


def _prepare(request: Request, caller: Caller, body: NewKeyVersion, usual: Algorithm) -> _Prepared:
    shares: FairShare = request.app.state.key_pairs
    with shares.of(caller.parent_id or caller.user_id):
        return _Prepared(body, body.halves(usual))


def answer(caller: Caller, key: EncryptionKey, response: Response) -> EncryptionKeyItem:
    """The item of a key, with its version in the ETag."""
    return tagged(response, _items(caller, [key])[0])


def _items(caller: Caller, keys: list[EncryptionKey]) -> list[EncryptionKeyItem]:
    versions = encryption_keys.versions_of(caller.session, keys)
    of_keys = select(EncryptionKeyVersion.id).where(EncryptionKeyVersion.encryption_key.in_(versions))
    asked = key_destructions.waiting(caller.session, of_keys, now_ms())
    return [
        EncryptionKeyItem.of(
            key,
            version=version_of(key.update_time),
            next_rotation=key_rotation.next_time(key, versions[key.id]),
            warnings=["no_escrow"] if key.mode == encryption_keys.CUSTOMER else [],
            versions=[
                KeyVersionItem.of(version, destruction=asked_destruction(asked.get(version.id)))
                for version in versions[key.id]
            ],
        )
        for key in keys
    ]


def asked_destruction(row: KeyDestruction | None) -> AskedDestruction | None:
    """The item of a destruction that waits."""
    return None if row is None else AskedDestruction.of(row)
