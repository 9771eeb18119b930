"""The test of a provider: what it says of itself, its keys. Calls it now; nothing remembered counts."""

from dataclasses import dataclass
from typing import Literal

from app.providers.provider_http import ProviderFailed
from app.providers.running import Providers


@dataclass(frozen=True)
class Step:
    """A part of the test. `reason` is a stable code."""

    step: Literal["discovery", "keys"]
    ok: bool
    reason: str | None = None
    explanation: str | None = None


def steps(providers: Providers, issuer: str) -> list[Step]:
    """What works. Raises nothing that the provider causes."""
    try:
        _, keys = providers.discovery.read(issuer)
    except ProviderFailed as error:
        return [Step("discovery", False, error.code, str(error))]
    usable = [key for key in keys if key.get("kty") in ("RSA", "EC") and key.get("use", "sig") == "sig"]
    if not usable:
        return [Step("discovery", True), Step("keys", False, "no_usable_key", "No key of RSA or P-256 for signatures.")]
    return [Step("discovery", True), Step("keys", True)]
