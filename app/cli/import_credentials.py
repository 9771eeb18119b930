"""Client secrets for all services whose native role got another name by an import, in one file."""

import json
from pathlib import Path
from typing import Any

from app.cli.center import Center, note
from app.cli.exit_status import CommandError, Status, wrong_usage
from app.platform import private_files


def write(at: Center, report: dict[str, Any], file: Path) -> None:
    """Make a secret for each that has none yet; the new file, a line of JSON for each, may be read by its owner alone.

    `report`: that of an import that has nothing left to make. Raises CommandError.
    """
    if report["steps_total"]:
        raise CommandError("some of these users are not made yet: --apply first", Status.REFUSED)
    try:
        out = private_files.open_new(file)
    except OSError as error:
        raise wrong_usage(f"{file} cannot be made, or is there already: name a new file") from error
    made = 0
    with out:
        for role, user in ((line["role"], line["user"]) for line in report["new_credentials"] if line["user"]):
            if (secret := _secret(at, user)) is None:
                note(f"{user}: a person, or it has a secret already")
                continue
            out.write(json.dumps({"role": role, **secret}) + "\n")
            out.flush()  # a secret that was made is shown nowhere again
            made += 1
    note(f"written: {made} client secrets to {file}; keep them safe, they are shown only now")


def _secret(at: Center, user: str) -> dict[str, Any] | None:
    path = at.path("user", user)
    if at.get(path)["kind"] != "service" or at.get(f"{path}/client-secrets")["items"]:
        return None
    made = at.ask("POST", f"{path}/client-secrets", json={}).json()
    return {field: made[field] for field in ("client_id", "client_secret")}
