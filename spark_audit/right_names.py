"""The names of rights, as in the center's `operations.json`. Indexed by the last digit of an authority."""

from typing import Final

RIGHTS: Final = ("create", "delete", "write", "read", "administer", "functions", "subscriptions")
EXACT: Final = ("create", "delete")
"""These hold on their own level only: deleting a tenant does not include deleting its topics."""
