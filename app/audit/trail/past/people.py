"""The history of users, of roles, and of the credentials that users show to brokers."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from app.audit.trail.past.grants import role_name
from app.audit.trail.past.replay import Content, Line, TrailChange


@dataclass
class PastUsers:
    """The users, their main accounts, whether each was enabled itself (its main account may have been disabled), and
    the networks that it was limited to."""

    known: dict[str, Content] = field(default_factory=dict)
    entities = ("user",)

    def take_in(self, change: TrailChange) -> Iterable[str]:
        """The user's key; nothing for an entry of a membership."""
        if "role_id" in (change.after or change.before):
            return []
        # Entries of old versions contain only the changed fields.
        self.known[change.key] = {**self.known.get(change.key, {}), **change.after} if change.after else {}
        return [change.key]

    def lines(self, key: str) -> Mapping[str, Line]:
        """The one line of a user."""
        content = self.known[key]
        if not content:
            return {}
        enabled = content.get("status", "active") == "active"
        return {"": {"user": key, "main": content.get("main"), "enabled": enabled, "networks": content.get("cidrs")}}


@dataclass
class PastRoles:
    """The roles and their names."""

    names: dict[int, str] = field(default_factory=dict)
    entities = ("role",)

    def take_in(self, change: TrailChange) -> Iterable[int]:
        """The role's id."""
        number = int(change.key)
        if change.after:
            self.names[number] = role_name(change.after)
        else:
            self.names.pop(number, None)
        return [number]

    def lines(self, key: int) -> Mapping[str, Line]:
        """The one line of a role."""
        return {"": {"role": key, "role_name": self.names[key]}} if key in self.names else {}


@dataclass
class PastCredentials:
    """API tokens and client secrets, by the names that access events use. Short tokens from the token endpoint and
    passwords are missing: the audit log has no entries of them."""

    users: dict[int, str] = field(default_factory=dict)
    known: dict[str, Content] = field(default_factory=dict)
    entities = ("user", "token", "client_secret")

    def take_in(self, change: TrailChange) -> Iterable[str]:
        """The credential's name; of a user's entry only the user name is remembered."""
        if change.entity == "user":
            self._remember(change)
            return []
        name = change.key if change.entity == "token" else f"secret:{change.key}"
        revoked = change.after.get("revoke_time") is not None
        self.known[name] = {} if revoked else {**change.after, "kind": change.entity.removeprefix("client_")}
        if not change.after:
            self.known[name] = {}
        return [name]

    def lines(self, key: str) -> Mapping[str, Line]:
        """The one line of a credential until it was revoked or deleted. It may have expired before."""
        content = self.known[key]
        if not content:
            return {}
        user = self.users.get(content["user_id"], content.get("user"))
        return {"": {"cred": key, "user": user, "kind": content["kind"], "expires": content["valid_until"]}}

    def _remember(self, change: TrailChange) -> None:
        content = change.after or change.before
        if "role_id" not in content and "id" in content:
            self.users[content["id"]] = change.key
