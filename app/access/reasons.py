"""The reasons of decisions. The plugin's `vocabulary.Reason` is the twin."""

from enum import StrEnum


class Reason(StrEnum):
    """Why it was allowed or denied. Stable codes, also written into access events."""

    UNKNOWN_OPERATION = "UNKNOWN_OPERATION"
    NO_PRINCIPAL = "NO_PRINCIPAL"
    MALFORMED_NAME = "MALFORMED_NAME"
    UNKNOWN_PRINCIPAL = "UNKNOWN_PRINCIPAL"
    USER_DISABLED = "USER_DISABLED"
    MAIN_ACCOUNT_DISABLED = "MAIN_ACCOUNT_DISABLED"
    OUTSIDE_NETWORK = "OUTSIDE_NETWORK"
    SUPER_USER = "SUPER_USER"
    SYSTEM_TOPIC = "SYSTEM_TOPIC"
    RESOURCE_INVALID = "RESOURCE_INVALID"
    GRANTED = "GRANTED"
    OWN_SUBSCRIPTION = "OWN_SUBSCRIPTION"
    OPEN_TO_ALL = "OPEN_TO_ALL"
    MAIN_ACCOUNT_LACKS_RIGHT = "MAIN_ACCOUNT_LACKS_RIGHT"
    GRANT_NOT_IN_FORCE = "GRANT_NOT_IN_FORCE"
    SUBSCRIPTION_NOT_PERMITTED = "SUBSCRIPTION_NOT_PERMITTED"
    SUBSCRIPTION_NOT_PREFIXED = "SUBSCRIPTION_NOT_PREFIXED"
    NO_GRANT = "NO_GRANT"
    TOKEN_SCOPE = "TOKEN_SCOPE"  # noqa: S105  a code, not a secret
    """Its user may, but the token is narrowed to other things (`token_scope`)."""
