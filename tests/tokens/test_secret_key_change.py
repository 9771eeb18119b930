"""PUC_SECRET_KEY is replaced: what the earlier one sealed is still opened while that one is named, and what lasts is
sealed anew, so that it can be taken away."""

import ast
from pathlib import Path
from typing import Any

import pyotp
import pytest
from cryptography.exceptions import InvalidTag
from pydantic import SecretStr

import app
from app.identity import authenticator_app, passkeys, recovery_codes, users
from app.identity.factor_models import Passkey
from app.platform import resealing, sealing
from app.platform.clock import now_ms
from app.platform.database import Base
from app.platform.resealing import ResealResult
from app.platform.settings import Settings
from app.providers.sealed_columns import SEALED
from app.tokens import device, sign_in_receipts
from app.tokens.sign_in_receipts import SignInReceipt
from tests.api.authenticator import Authenticator
from tests.center import Center
from tests.factories import Person, a_user, an_administrator

APP = Path(app.__file__).parent
SEALS = {
    "platform/resealing.py": "what seals anew",
    "identity/authenticator_app.py": "sealed anew",
    "tokens/key_encryption.py": "sealed anew by key_life.reseal",
    "messages/hooks.py": "sealed anew",
    "providers/code_exchange.py": "sealed anew",
    "resources/cluster_tls.py": "sealed anew",
    "resources/encryption_halves.py": "sealed anew",
    "tokens/idempotent_answers.py": "kept for 24 hours",
}
"""Who seals, and what becomes of it when the earlier key is taken away. New code says it here; what lasts for more than
a day is described by a `SealedColumn` in app/providers/sealed_columns.py."""
CARRIES = {"tokens/authorization_requests.py", "tokens/sign_outs.py"}
"""Who seals what a browser carries, for half an hour at most."""
DERIVES = {
    "maintenance/backup/encryption.py": "the key of a back-up, from PUC_BACKUP_KEY",
    "maintenance/backup/making.py": "an id of the secret key, by which a restore knows that it is another one",
    "identity/passkeys.py": "challenges of five minutes; the handle is kept with the passkey",
    "platform/sealing.py": "the keys that seal",
    "tokens/browser_marks.py": "a browser is then one that is not known",
    "tokens/key_encryption.py": "an id that names the key",
    "tokens/sign_in_receipts.py": "receipts of ten minutes",
}
"""Who derives a key for other purposes."""
NEW = SecretStr("the secret key after the change, 0123456789")


def with_new_key(settings: Settings, **more: SecretStr) -> Settings:
    """The settings with a new secret key."""
    return settings.model_copy(update={"secret_key": NEW, **more})


def with_both_keys(settings: Settings) -> Settings:
    """The same, with the one before."""
    return with_new_key(settings, secret_key_previous=settings.secret_key)


def test_receipts_and_kept_answers_are_read(settings: Settings) -> None:
    proof = sign_in_receipts.issue(settings.secret_key, SignInReceipt("alice", 1, 2), now_ms())
    text = sealing.seal(settings.secret_key, "a purpose", "alice", b"once")
    assert sign_in_receipts.read(with_both_keys(settings).secrets(), proof) == SignInReceipt("alice", 1, 2)
    assert sealing.unseal(with_both_keys(settings).secrets(), "a purpose", "alice", text) == b"once"
    assert sign_in_receipts.read(with_new_key(settings).secrets(), proof) is None
    with pytest.raises(InvalidTag):
        sealing.unseal(with_new_key(settings).secrets(), "a purpose", "alice", text)


def test_a_device_that_waits_goes_on(center: Center) -> None:
    started = center.make(device.begin, center.settings, device.CLIENT, "127.0.0.1", now_ms())
    assert center.read(device.is_known, with_both_keys(center.settings), started.device_code)
    assert center.read(device.waiting, with_both_keys(center.settings), started.user_code, now_ms()).status == "pending"
    assert not center.read(device.is_known, with_new_key(center.settings), started.device_code)


def test_apps_are_sealed_anew(center: Center) -> None:
    alice, now = center.make(a_user, "alice"), now_ms()
    secret = center.make(_with_app, center.settings, alice, now)
    new, shown = with_new_key(center.settings), pyotp.TOTP(secret).at(now // 1000)
    assert not center.make(resealing.reseal, center.settings, SEALED).done
    assert center.make(resealing.reseal, new, SEALED) == ResealResult(lost=1), (
        "without the earlier key nothing is touched"
    )
    assert center.make(resealing.reseal, with_both_keys(center.settings), SEALED) == ResealResult(done=1)
    assert center.make(resealing.reseal, new, SEALED) == ResealResult()
    assert center.make(authenticator_app.use, new, alice.id, shown, now)


def test_many_are_sealed_in_several_calls(center: Center, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resealing, "AT_ONCE", 2)
    for number in range(3):
        center.make(_with_app, center.settings, center.make(a_user, f"user{number}"), now_ms())
    root = center.with_token(center.make(an_administrator))
    center.app.state.settings = with_both_keys(center.settings)
    batches = [root.post("/api/v1/signing-keys/reencrypt").json() for _ in range(3)]
    assert [(batch["secrets"], batch["more"], batch["lost"]) for batch in batches] == [
        (2, True, 0),
        (1, False, 0),
        (0, False, 0),
    ]
    assert [len(batch["items"]) for batch in batches] == [2, 0, 0]


def test_an_instance_without_the_new_key_is_not_ready_and_says_why(center: Center) -> None:
    alice, now = center.make(a_user, "alice"), now_ms()
    center.make(_with_app, center.settings, alice, now)
    boss = center.make(an_administrator)
    root = center.signed_in(boss)
    assert root.get("/health/ready").status_code == 200
    center.app.state.settings = with_both_keys(center.settings)
    assert root.post("/api/v1/signing-keys/reencrypt").json()["secrets"] == 1
    assert root.get("/health/ready").status_code == 200
    center.app.state.settings = center.settings
    signing = root.post(f"/api/v1/users/{boss.id}/tokens", json={"name": "x", "days": 7, "audiences": ["pulsar"]})
    assert (signing.status_code, signing.json()["code"]) == (503, "key_differs")
    assert (root.get("/health/ready").status_code, root.get("/health/ready").json()["code"]) == (503, "not_ready")


def test_passkeys_and_recovery_codes_outlive_the_key(center: Center) -> None:
    new = with_new_key(center.by_name().settings)
    alice, device = center.make(a_user, "alice"), Authenticator(center.settings.origin, "localhost")
    options = _to_register(center, center.settings, alice)
    made = center.make(_register_passkey, center.settings, alice, device.create(options))
    assert made is not None
    (code, *_) = center.make(recovery_codes.renew, alice.id, now_ms())
    assert _to_register(center, new, alice)["user"]["id"] == options["user"]["id"], "a device then has one entry"
    assert center.make(recovery_codes.use, alice.id, code, now_ms())
    shown = device.get(passkeys.to_show(new, now_ms()))
    shown["response"]["userHandle"] = options["user"]["id"]
    user = center.make(passkeys.shown, new, shown, now_ms())
    assert user is not None
    foreign = device.get(passkeys.to_show(new, now_ms()))
    foreign["response"]["userHandle"] = "c29tZWJvZHkgZWxzZQ"
    assert center.make(passkeys.shown, new, foreign, now_ms()) is None


def test_every_sealed_column_is_covered_by_the_change_of_key() -> None:
    """A column that is forgotten would be lost with the earlier key."""
    assert set(_callers("seal")) == SEALS.keys()
    assert set(_callers("seal_for_address")) == CARRIES
    assert set(_callers("derive_key")) == DERIVES.keys()
    columns = {f"{table.name}.{column.name}" for table in Base.metadata.tables.values() for column in table.columns}
    named = {column for column in columns if column.endswith(("_sealed", "_encrypted"))}
    assert named - {"sys_signing_key.private_encrypted"} == {str(column) for column in SEALED}


def _callers(function: str) -> list[str]:
    """The files that call this function of app/platform/sealing.py."""
    files = ((file, ast.parse(file.read_text(encoding="utf-8"))) for file in sorted(APP.rglob("*.py")))
    return [str(file.relative_to(APP)) for file, tree in files if any(map(_calls(function), ast.walk(tree)))]


def _calls(function: str) -> Any:
    def calls(node: ast.AST) -> bool:
        if isinstance(node, ast.ImportFrom) and node.module == "app.platform.sealing":
            return any(name.name == function for name in node.names)
        called = isinstance(node, ast.Call) and node.func
        if isinstance(called, ast.Name):
            return called.id == function and function == "derive_key"
        if not isinstance(called, ast.Attribute) or called.attr != function:
            return False
        return isinstance(called.value, ast.Name) and called.value.id == "sealing"

    return calls


def _with_app(session: Any, settings: Settings, person: Person, now: int) -> str:
    user, before = users.find(session, person.id), now - 120_000
    secret, _ = authenticator_app.begin(session, settings, user, before)
    assert authenticator_app.confirm(session, settings, user, pyotp.TOTP(secret).at(before // 1000), before)
    return secret


def _to_register(center: Center, settings: Settings, person: Person) -> dict[str, Any]:
    return center.read(lambda s: passkeys.to_register(s, settings, users.find(s, person.id), now_ms()))


def _register_passkey(session: Any, settings: Settings, person: Person, made: dict[str, Any]) -> Passkey | None:
    return passkeys.register(session, settings, users.find(session, person.id), "Laptop", made, now_ms())
