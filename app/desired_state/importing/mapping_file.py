"""The mapping file: what native roles become. Lines with an exact name count first, then the first pattern that fits.

What no line names becomes a service user of the role's name; a super user stays what broker.conf makes of it.
"""

import re
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, ValidationError
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.desired_state.engine.state import Receiver
from app.desired_state.importing import sentences
from app.desired_state.importing.models import IN_FORCE, Import
from app.desired_state.importing.sentences import Sentence
from app.desired_state.policy_file import strict_yaml
from app.desired_state.policy_file.problems import FileProblem, Path, Problems
from app.identity import users
from app.platform import spelling
from app.resources.pulsar.admin_path import MOST_CHARACTERS

VERSION = "1"
ROLE = "{role}"
"""In `name` and `main`: the name of the native role."""
_NOTHING = "nothing"
Becomes = Literal["service", "person", "sub-account", "shared-role", "nothing"]
_IMPOSSIBLE = sentences.why("impossible_name")
_FNMATCH_ONLY = re.compile(r"[?\[]")
"""What means something to fnmatch and nothing in a pattern of ours, where only `*` does."""
_LEFT_OUT = sentences.of_mapping(None)


def _flag(value: object) -> object:
    return {"true": True, "false": False}.get(str(value), value)


Text = Annotated[str, StringConstraints(min_length=1, max_length=512)]
Role = Annotated[str, StringConstraints(min_length=1, max_length=MOST_CHARACTERS)]
Flag = Annotated[bool, BeforeValidator(_flag)]


class MappingLine(BaseModel):
    """What one role, or all that fit a pattern (`*`: any text), become. `name`: of the user or shared role. `exact`: a
    `*` in the role's name is that character."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    role: Role
    exact: Flag = False
    to: Becomes = "service"
    name: Text = ROLE
    main: Text | None = None
    super_user: Flag = False
    accept_stronger: Flag = False
    """Its old credentials may get what the account of the role's name holds here."""
    reason: Text | None = None

    @property
    def pattern(self) -> bool:
        """Whether it may mean several roles."""
        return "*" in self.role and not self.exact

    def fits(self, role: str) -> bool:
        """True for a role that the line's pattern means."""
        # A regular expression of `.*` would try all places: a long role takes it days. fnmatch takes the first.
        return fnmatchcase(role, _FNMATCH_ONLY.sub(r"[\g<0>]", self.role))


class MappingDocument(BaseModel):
    """A mapping file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    version: Literal["1"]
    manage_subscriptions: Flag = True
    roles: Annotated[list[MappingLine], Field(max_length=20_000, default_factory=list)]


_DEFAULT = MappingLine(role=ROLE)
"""What counts for a role without a line, whatever its name is."""


@dataclass(frozen=True)
class RoleTarget:
    """What a role becomes. `name` of a user or shared role; `why`: the reason for `nothing`."""

    to: Becomes
    name: str
    main: str | None = None
    super_user: bool = False
    accept_stronger: bool = False
    why: Sentence = _LEFT_OUT

    @property
    def receiver(self) -> Receiver | None:
        """The user or shared role that the role becomes; None when it is left out."""
        return None if self.to == _NOTHING else ("role" if self.to == "shared-role" else "user", self.name)


@dataclass(frozen=True)
class Mapping:
    """A checked mapping file."""

    document: MappingDocument
    text: str

    def target(self, role: str) -> RoleTarget:
        """What this role becomes."""
        line = self._exact.get(role) or next((line for line in self._patterns if line.fits(role)), None)
        return _target(role, line or _DEFAULT)

    def user_of(self, role: str) -> str | None:
        """The name of the user that this role becomes; None when it becomes no user."""
        kind, name = self.target(role).receiver or ("", "")
        return name if kind == "user" else None

    @property
    def manage_subscriptions(self) -> bool:
        """Whether `consume` becomes read and manage subscriptions, as in Pulsar; false: read alone."""
        return self.document.manage_subscriptions

    @cached_property
    def _patterns(self) -> list[MappingLine]:
        return [line for line in self.document.roles if line.pattern]

    @cached_property
    def _exact(self) -> dict[str, MappingLine]:
        return {line.role: line for line in self.document.roles if not line.pattern}


def read(text: bytes) -> Mapping:
    """The mapping of a file in UTF-8 (YAML). Raises FileProblem with line and entry of each problem."""
    source = strict_yaml.read(text)
    source.problems.refuse()
    if not isinstance(source.values, dict):
        raise FileProblem(f'a mapping file begins with `version: "{VERSION}"`', (), source.line(()), code="not_yaml")
    problems = Problems(source.line)
    try:
        document = MappingDocument.model_validate(source.values)
    except ValidationError as error:
        for problem in error.errors():
            problems.add(spelling.message(MappingDocument, problem), tuple(problem["loc"]))
        problems.refuse()
        raise
    _check(document, problems)
    problems.refuse()
    return Mapping(document, text.decode("utf-8-sig"))


def empty() -> Mapping:
    """Every role becomes what is the default."""
    return read(f'version: "{VERSION}"\n'.encode())


def of_cluster(session: Session, cluster_id: int) -> Mapping:
    """The mapping of the newest import that was applied, wholly or in part, and not undone; without one every role
    keeps its name. It stays in force, as native permissions stay on the cluster under the old names."""
    applied = select(Import.mapping).where(Import.cluster == cluster_id, IN_FORCE)
    text = session.scalar(applied.order_by(Import.id.desc()).limit(1))
    return empty() if text is None else read(text.encode())


def _check(document: MappingDocument, problems: Problems) -> None:
    seen = set[tuple[str, bool]]()
    for number, line in enumerate(document.roles):
        here: Path = ("roles", number)
        if (line.role, line.pattern) in seen:
            problems.add(f"{line.role} has a line already", (*here, "role"), code="duplicate_name")
        seen.add((line.role, line.pattern))
        if (line.to == "sub-account") != (line.main is not None):
            problems.add("a sub-account names its main account, and only that does", (*here, "main"))
        if line.super_user and line.to in ("nothing", "shared-role"):
            problems.add("only a user can become a super user", (*here, "super_user"))
        if line.accept_stronger and line.pattern:
            problems.add("it is said of one role, by its exact name", (*here, "accept_stronger"))
        if line.to != _NOTHING and not line.pattern and not _possible(line, line.role):
            problems.add(_IMPOSSIBLE.text, (*here, "name"), code="invalid_name")


def _possible(line: MappingLine, role: str) -> bool:
    return all(users.may_be_name(name.replace(ROLE, role)) for name in (line.name, line.main or line.name))


def _target(role: str, line: MappingLine) -> RoleTarget:
    if not role:
        return RoleTarget("nothing", "", why=sentences.why("empty_name"))
    if line.to == _NOTHING:
        return RoleTarget("nothing", "", accept_stronger=line.accept_stronger, why=sentences.of_mapping(line.reason))
    if not _possible(line, role):
        return RoleTarget("nothing", "", why=_IMPOSSIBLE)
    main = None if line.main is None else line.main.replace(ROLE, role)
    return RoleTarget(line.to, line.name.replace(ROLE, role), main, line.super_user, line.accept_stronger)
