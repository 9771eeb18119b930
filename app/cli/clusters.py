"""`usercenter clusters set`, `check`, `tls`, `set-tls`: whether creations are adopted, whether a cluster answers, and
its certificates."""

from pathlib import Path
from typing import Annotated, Any

import typer

from app.cli.center import Center
from app.cli.exit_status import CommandError, wrong_usage
from app.cli.output import Columns, Form, fields, moment
from app.cli.tenants_and_topics import clusters

Name = Annotated[str, typer.Argument(help="Name of the cluster.")]
Pem = Path | None
STANDING: Columns = {
    **fields("cluster", "answers", "code", "message"),
    "knows": lambda cluster: ", ".join(map(_peer, cluster["peers"])),
}
CERTIFICATES: Columns = {
    **fields("use", "subject", "issuer"),
    "expires": moment("valid_until"),
    "sha-256": "fingerprint",
}


@clusters.remote("set", example="prod --adopt-creations", dry_run=True)
def change(
    at: Center,
    name: Name,
    adopt_creations: Annotated[
        bool,
        typer.Option(
            "--adopt-creations/--leave-creations",
            help="What is made at its brokers is made at the center, too, or waits in the drift.",
        ),
    ],
) -> None:
    """Say what happens to tenants, namespaces and topics that are made at the brokers."""
    path = at.path("cluster", name)
    changed = at.change("PATCH", path, json={"adopts_creations": adopt_creations}, of=at.get(path)).json()
    at.show(changed, {"id": "id", "name": "name", "adopts creations": "adopts_creations"})


@clusters.remote("check", example="prod")
def check(at: Center, name: Name) -> None:
    """Call the cluster now, as provisioning does. Status 1 when it does not answer."""
    found = at.get(f"{at.path('cluster', name)}/connection")
    at.show(found, STANDING)
    if not found["answers"]:
        raise CommandError(f"{name} does not answer as a cluster should ({found['code']})")


@clusters.remote("tls", example="prod")
def tls(at: Center, name: Name) -> None:
    """The authorities that alone are trusted there, and the certificate that the center shows."""
    _show(at, at.get(f"{at.path('cluster', name)}/tls"))


@clusters.remote("set-tls", example="prod --authorities ca.pem --certificate own.pem --key own.key", dry_run=True)
def set_tls(
    at: Center,
    name: Name,
    authorities: Annotated[Pem, typer.Option(help="PEM file: only these may have signed its certificate.")] = None,
    certificate: Annotated[Pem, typer.Option(help="PEM file: what the center shows, its own first.")] = None,
    key: Annotated[Pem, typer.Option(help="PEM file: the private key of the certificate, without a password.")] = None,
    usual: Annotated[bool, typer.Option("--usual", help="Trust whom everybody trusts.")] = False,
    no_certificate: Annotated[bool, typer.Option("--no-certificate", help="Show none.")] = False,
) -> None:
    """Trust other authorities on a cluster, or show it another certificate. What is not named stays."""
    if (authorities is not None and usual) or (certificate is not None and no_certificate):
        raise wrong_usage("Give a file, or take it away.")
    if (certificate is None) != (key is None):
        raise wrong_usage("--certificate and --key belong together.")
    body: dict[str, Any] = {"authorities": None} if usual else {}
    if no_certificate:
        body |= {"certificate": None, "private_key": None}
    files = {"authorities": authorities, "certificate": certificate, "private_key": key}
    body |= {field: _text(file) for field, file in files.items() if file is not None}
    if not body:
        raise wrong_usage("Name what changes.")
    path = f"{at.path('cluster', name)}/tls"
    _show(at, at.change("PATCH", path, json=body, of=at.get(path)).json())


def _show(at: Center, found: dict[str, Any]) -> None:
    rows = [{"use": use, **certificate} for use in ("authorities", "certificate") for certificate in found[use]]
    at.show(rows if at.form is Form.TABLE else found, CERTIFICATES)


def _peer(peer: dict[str, Any]) -> str:
    differs = f" ({peer['message']})" if peer["message"] else ""
    return f"{peer['cluster']}: {peer['state'].replace('_', ' ')}{differs}"


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="ascii")
    except (OSError, UnicodeError) as error:
        raise wrong_usage(f"{file} cannot be read as PEM: {type(error).__name__}") from None
