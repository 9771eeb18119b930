"""`usercenter keys`: what hangs on a key, and revoking one that has leaked."""

import json
import re

from pydantic import SecretStr
from sqlalchemy.orm import Session

from app.identity import users
from app.platform.settings import Settings
from app.tokens import api_tokens, keys
from tests.center import Center
from tests.cli.terminal import Terminal
from tests.factories import Person, a_service


def test_the_tokens_of_a_key_are_listed_before_it_is_revoked(center: Center, root: Terminal) -> None:
    feeder = center.make(a_service, "feeder")
    center.make(_a_token, center.settings, feeder)
    kid = center.read(keys.active).kid
    output = root("keys", "tokens", kid).stdout
    assert "feeder" in output
    assert "nightly job" in output
    process = root.process("keys", "revoke", kid, "--reason", "a backup was stolen", status=2)
    assert "1 API tokens end" in process.stderr + process.stdout
    root("keys", "revoke", kid, "--reason", "tried", "--dry-run")
    assert center.read(keys.active).kid == kid, "a trial revokes nothing"

    shown = root("keys", "revoke", kid, "--reason", "a backup was stolen", "--yes", "--output", "json").stdout
    (revoked,) = [key for key in json.loads(shown)["items"] if key["kid"] == kid]
    assert (revoked["state"], revoked["revoke_reason"], revoked["living_tokens"]) == (
        "revoked",
        "a backup was stolen",
        0,
    )
    assert center.read(keys.active).kid != kid
    assert "invalid_token" in root("whoami", status=3).stderr, "the token of this terminal was signed by it, too"


def test_secrets_are_encrypted_anew(center: Center, root: Terminal) -> None:
    old = center.app.state.settings
    new = SecretStr("the secret key after the change, 0123456789")
    center.app.state.settings = old.model_copy(update={"secret_key": new, "secret_key_previous": old.secret_key})
    kid = center.read(keys.active).kid
    assert kid in root("keys", "reencrypt", "--dry-run").stdout
    assert kid in root("keys", "reencrypt").stdout
    assert kid not in root("keys", "reencrypt").stdout


def test_a_key_that_is_too_young_says_when_it_may_sign(root: Terminal) -> None:
    output = root("keys", "rotate", status=1).stderr
    assert "key_too_young" in output
    assert re.search(r"^  ready: \d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ$", output, re.MULTILINE), output


def test_an_unknown_key_is_refused(root: Terminal) -> None:
    assert "not_found" in root("keys", "revoke", "nobody", "--reason", "leaked", "--yes", status=1).stderr


def _a_token(session: Session, settings: Settings, person: Person) -> None:
    user = users.find(session, person.id)
    api_tokens.create(session, settings, "test", user, name="nightly job", days=9, audiences=[])
