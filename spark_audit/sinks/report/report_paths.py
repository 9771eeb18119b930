"""File names of the reports of a run."""

import re
from hashlib import sha256

_PLAIN = re.compile(r"(?!(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$)[a-z0-9][a-z0-9_-]{0,60}")
"""Windows takes the words left out for devices, whatever ending follows them."""


def file_of(tenant: str, language: str) -> str:
    """The file name of a tenant's report. A name that a file system could confuse is replaced by a hash."""
    if _PLAIN.fullmatch(tenant):
        return f"{tenant}.{language}.html"
    return f"tenant~{sha256(tenant.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}.{language}.html"


def path_of(tenant: str | None, language: str) -> str:
    """The path of the report of a tenant, or of the estate (None), below `report/`."""
    return f"estate.{language}.html" if tenant is None else f"tenants/{file_of(tenant, language)}"
