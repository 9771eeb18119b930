"""Checks the rules about subscriptions of a file."""

from app.desired_state.policy_file.comparison import Comparison
from app.desired_state.policy_file.document import NamespaceEntry
from app.desired_state.policy_file.problems import Path
from app.platform.errors import InvalidInput
from app.resources import subscription_rules
from app.resources.subscription_rules import MOST_RULES, MOST_USERS


def check(about: Comparison) -> None:
    """Adds to the problems of the comparison."""
    for resource in about.wanted.resources.values():
        if isinstance(resource.entry, NamespaceEntry) and resource.entry.subscription_permissions:
            path = (*resource.path, "subscription_permissions")
            _check_size(about, len(resource.entry.subscription_permissions), MOST_RULES, "rules", path)
            for subscription, users in resource.entry.subscription_permissions.items():
                _check_rule(about, subscription, users, (*path, subscription))


def _check_rule(about: Comparison, subscription: str, users: list[str], path: Path) -> None:
    try:
        subscription_rules.check_name(subscription)
    except InvalidInput as error:
        whole = error.stable_code == "rule_takes_whole_name"
        code = "rule_takes_whole_name" if whole else "invalid_name"
        about.problems.add(error.detail, path, code=code)
    _check_size(about, len(users), MOST_USERS, "users", path)
    seen: set[str] = set()
    for number, user in enumerate(users):
        user_path = (*path, number)
        if user in seen:
            about.problems.add(f"{user} is named twice", user_path, code="duplicate_name")
        elif not about.user_stays(user):
            message = f"there is no user {user[:128]}, neither in the center nor in the file"
            about.problems.add(message, user_path, code="unknown_user")
        seen.add(user)


def _check_size(about: Comparison, number: int, most: int, things: str, path: Path) -> None:
    if number > most:
        about.problems.add(f"{number} {things} are more than {most}", path, code="policy_too_large")
