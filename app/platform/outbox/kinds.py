"""Every kind of message. The table in docs/operators/mail.md says when each goes out; a test compares them."""

from typing import Literal, get_args

NoticeKind = Literal[
    "grant_ends",
    "given_grant_ends",
    "secret_ends",
    "token_ends",
    "certificate_ends",
    "request_to_decide",
    "request_decided",
    "factor_reset",
    "key_destruction",
    "removal_planned",
    "removal_cancelled",
    "removal_done",
    "removal_undone",
    "removal_spared",
    "drift_found",
    "many_keys_fetched",
    "signing_key_revoked",
]
"""Notices in the console, which web hooks are told, too. The console has this list from OpenAPI."""
NOTICES = frozenset(get_args(NoticeKind))
TOPICS: dict[str, tuple[NoticeKind, ...]] = {
    "ends": ("grant_ends", "given_grant_ends", "secret_ends", "token_ends", "certificate_ends"),
    "requests": ("request_to_decide", "request_decided", "factor_reset", "key_destruction"),
    "removals": ("removal_planned", "removal_cancelled", "removal_done", "removal_undone", "removal_spared"),
    "drift": ("drift_found",),
    "keys": ("many_keys_fetched",),
}
"""What people may do without by e-mail: topic → kinds."""
SECURITY = frozenset(
    (
        "password_changed",
        "initial_secret",
        "address_changed",
        "new_factor",
        "factor_removed",
        "factors_reset",
        "new_network",
        "new_browser",
        "credential_made",
        "credential_ended",
        "signing_key_revoked",
        "account_linked",
    )
)
"""About the safety of an account: these go out whatever its user chose."""
WITH_LINK = frozenset(("confirm_address", "invitation", "password_reset"))
"""They hold a link that works once."""
ALL = NOTICES | SECURITY | WITH_LINK | {"test"}
_TOPIC_OF: dict[str, str] = {kind: topic for topic, kinds in TOPICS.items() for kind in kinds}


def is_wanted(kind: str, off: tuple[str, ...] | None) -> bool:
    """False when the user has switched this topic off."""
    return _TOPIC_OF.get(kind) not in (off or ())
