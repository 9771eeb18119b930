"""PUC_SECRET_KEY is replaced: what the earlier one sealed is still opened while that one is named."""

import pytest
from cryptography.exceptions import InvalidTag
from pydantic import SecretStr

from app import sealing
from app.clock import now_ms
from app.settings import Settings
from app.tokens import device, receipts
from app.tokens.receipts import Receipt
from tests.center import Center

NEW = SecretStr("the secret key after the change, 0123456789")


def changed(settings: Settings, **more: SecretStr) -> Settings:
    """The settings with a new secret key."""
    return settings.model_copy(update={"secret_key": NEW, **more})


def both(settings: Settings) -> Settings:
    """The same, with the one before."""
    return changed(settings, secret_key_previous=settings.secret_key)


def test_receipts_and_kept_answers_are_read(settings: Settings) -> None:
    proof = receipts.issue(settings.secret_key, Receipt("alice", 1, 2), now_ms())
    text = sealing.seal(settings.secret_key, "a purpose", "alice", b"once")
    assert receipts.read(both(settings).secrets(), proof) == Receipt("alice", 1, 2)
    assert sealing.unseal(both(settings).secrets(), "a purpose", "alice", text) == b"once"
    assert receipts.read(changed(settings).secrets(), proof) is None
    with pytest.raises(InvalidTag):
        sealing.unseal(changed(settings).secrets(), "a purpose", "alice", text)


def test_a_device_that_waits_goes_on(center: Center) -> None:
    begun = center.make(device.begin, center.settings, device.CLIENT, "127.0.0.1", now_ms())
    assert center.read(device.is_known, both(center.settings), begun.device_code)
    assert center.read(device.waiting, both(center.settings), begun.user_code, now_ms()).status == "pending"
    assert not center.read(device.is_known, changed(center.settings), begun.device_code)
