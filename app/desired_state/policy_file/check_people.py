"""Checks groups, users and roles of a file against those of the center."""

from collections.abc import Callable, Iterable

from app.desired_state.engine.state import UserState
from app.desired_state.policy_file.comparison import Comparison
from app.desired_state.policy_file.document import UserEntry
from app.desired_state.policy_file.problems import Path
from app.grants import roles
from app.grants.networks.writing import names_in
from app.identity import users
from app.platform.errors import UserCenterError


def check(about: Comparison) -> None:
    """Adds to the problems of the comparison."""
    for group in about.wanted.document.groups.keys() - about.state.groups.keys():
        _check_name(about, group, roles.checked_name, ("groups", group))  # groups follow the same rule
    for user, entry in about.wanted.document.users.items():
        _check_user(about, user, entry, ("users", user))
    for role in about.wanted.document.roles:
        _check_role(about, role, ("roles", role))


def check_lists(about: Comparison, networks: Iterable[str], path: Path) -> None:
    """Adds a problem for each name that no list of networks has."""
    for network_list in names_in(networks):
        if network_list not in about.state.network_lists:
            message = f"there is no list of networks called {network_list[:128]}; make it first"
            about.problems.add(message, path, code="unknown_network")


def add_unknown_user(about: Comparison, user: str, path: Path) -> None:
    """Adds the problem of a user that there is not."""
    message = f"there is no user {user[:128]}, neither in the center nor in the file"
    about.problems.add(message, path, code="unknown_user")


def _check_user(about: Comparison, name: str, entry: UserEntry, path: Path) -> None:
    user = about.state.users.get(name)
    if name in about.state.internal_users:
        message = "this user was made with a cluster and goes with it; no file names it"
        about.problems.add(message, path, code="reserved_name")
    if name in about.state.roles:
        message = "a shared role has this name, and a user needs a role of its own name"
        about.problems.add(message, path, code="reserved_name")
    if user is None:
        _check_name(about, name, users.checked_name, path)
    else:
        _check_fixed(about, entry, user, path)
    groups = about.wanted.document.groups
    if entry.group is not None and not about.stays("groups", entry.group, about.state.groups, groups):
        message = f"there is no group {entry.group[:128]}, neither in the center nor in the file"
        about.problems.add(message, (*path, "group"), code="unknown_group")
    check_lists(about, entry.networks or (), (*path, "networks"))
    if entry.main is not None:
        _check_main(about, entry.main, (*path, "main"))
    if name == about.applier.username and entry.status != "active":
        about.problems.add("you apply this file; let somebody else do it", (*path, "status"), code="takes_own_right")


def _check_fixed(about: Comparison, entry: UserEntry, user: UserState, path: Path) -> None:
    if entry.kind not in (None, user.kind):
        message = f"it is a {user.kind}, which is chosen when it is made"
        about.problems.add(message, (*path, "kind"), code="cannot_change")
    if entry.main not in (None, user.main):
        is_now = f"a sub-account of {user.main}" if user.main else "a main account"
        about.problems.add(f"it is {is_now}, which is chosen when it is made", (*path, "main"), code="cannot_change")


def _check_main(about: Comparison, main: str, path: Path) -> None:
    user, named_users = about.state.users.get(main), about.wanted.document.users
    if main in about.state.internal_users:
        about.problems.add(f"{main} was made with a cluster", path, code="reserved_name")
    elif not about.user_stays(main):
        add_unknown_user(about, main, path)
    elif user is not None and user.main is not None and (main not in named_users or named_users[main].main is None):
        about.problems.add(f"{main} is a sub-account; it cannot have sub-accounts", path, code="nested_sub_account")


def _check_role(about: Comparison, name: str, path: Path) -> None:
    if name in about.state.users and name not in about.wanted.document.users:
        about.problems.add("this is the personal role of a user, which the system keeps", path, code="reserved_name")
    if name not in about.state.roles:
        _check_name(about, name, roles.checked_name, path)
    for number, member in enumerate(about.wanted.document.roles[name].members):
        member_path = (*path, "members", number)
        if member in about.state.internal_users:
            about.problems.add(f"{member} was made with a cluster", member_path, code="reserved_name")
        elif not about.user_stays(member):
            add_unknown_user(about, member, member_path)


def _check_name(about: Comparison, name: str, checked: Callable[[str], str], path: Path) -> None:
    try:
        checked(name)
    except UserCenterError as error:
        about.problems.add(error.detail, path, code="invalid_name")
