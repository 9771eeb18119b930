"""The names of rights, as in the center's `operations.json`. Indexed by the last two digits of an authority."""

from typing import Final

RIGHTS: Final = (
    "create", "delete", "write", "read", "administer", "functions", "subscriptions", "audit",
    "only_functions", "sources", "sinks", "packages",
)  # fmt: skip
OF_FUNCTIONS: Final = ("functions", "only_functions", "sources", "sinks", "packages")
"""All of functions, which includes the others. The findings count them as one."""
AUDIT: Final = "audit"
"""Its holder reads in the center; no broker asks for it, so no event shows its use."""
EXACT: Final = ("create", "delete")
"""These hold on their own level only: deleting a tenant does not include deleting its topics."""
