"""`python -m app`: start the service, or carry out one administrative task.

Exit status 0: done; 2: refused, with one sentence a problem on standard error.
"""

import argparse
import json
import sys
from pathlib import Path

from app import serving
from app.audit import reports
from app.database import Database
from app.errors import UserCenterError
from app.main import create_app
from app.settings import Settings


def main(arguments: list[str] | None = None) -> int:
    """Parse the command line and run one command. Answers the exit status."""
    options = _parser().parse_args(arguments)
    try:
        settings = serving.checked_settings()
        return int(options.command(settings, options) or 0)
    except (serving.UnsafeStartError, UserCenterError) as error:
        print(error, file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m app", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, command, text, argument in (
        ("run", _run, "migrate, create the first administrator, serve API and console", None),
        ("migrate", _migrate, "bring the database to this version", None),
        ("create-administrator", _create_administrator, "a person with every right; prints a one-time secret", "name"),
        ("openapi", _openapi, "write the OpenAPI document to a file", "file"),
        ("export-grants", _export_grants, "write all grants with their history as JSON lines (spec 7)", "file"),
        ("import-audit", _import_audit, "read what a run of spark_audit published", "directory"),
    ):
        sub = commands.add_parser(name, help=text, description=text)
        sub.set_defaults(command=command)
        if argument:
            sub.add_argument(argument, type=str if argument == "name" else Path)
    return parser


def _run(settings: Settings, _: argparse.Namespace) -> int:
    return serving.run(settings)


def _migrate(settings: Settings, _: argparse.Namespace) -> None:
    serving.migrate(settings)


def _create_administrator(settings: Settings, options: argparse.Namespace) -> None:
    database = Database(settings.database_url)
    print(f"one-time secret of {options.name}: {serving.create_administrator(database, settings, options.name)}")


def _openapi(settings: Settings, options: argparse.Namespace) -> None:
    document = create_app(settings).openapi()
    options.file.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def _export_grants(settings: Settings, options: argparse.Namespace) -> None:
    with Database(settings.database_url).reading() as session, options.file.open("w", encoding="utf-8") as lines:
        for grant in reports.export_grants(session):
            lines.write(json.dumps(grant, ensure_ascii=False) + "\n")


def _import_audit(settings: Settings, options: argparse.Namespace) -> None:
    with Database(settings.database_url).writing() as session:
        print(reports.import_audit(session, options.directory))


if __name__ == "__main__":
    sys.exit(main())
