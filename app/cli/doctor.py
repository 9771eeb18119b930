"""`usercenter doctor`: the checks of `app.maintenance.doctor` as lines or JSON, and an exit status for schedulers."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.center import say
from app.cli.command import Group, Output
from app.cli.database_commands import safely
from app.cli.exit_status import CommandError, Status
from app.cli.output import Form, as_data

if TYPE_CHECKING:
    from app.maintenance.doctor.examination import Result


commands = Group()


@commands.add("doctor")
@safely
def doctor(
    context: typer.Context,
    form: Output = Form.TABLE,
    as_json: Annotated[bool, typer.Option("--json", hidden=True)] = False,
) -> None:
    """Look at this deployment and say what is wrong and how to mend it: settings, clocks, keys, database, brokers, what
    waits, back-ups.

    It changes nothing and shows no secret. Status 0: all is well; 6: warnings; 1: a problem.

    \b
    Example:
      usercenter doctor --output json
    """
    from app.maintenance.doctor import examination
    from app.platform.clock import now_ms

    form, results = Form.JSON if as_json else form, []
    for result in examination.examine(now_ms, context.obj.jobs()):
        results.append(result)
        if form is Form.TABLE:
            _tell(result)
    if form is not Form.TABLE:
        checks = [_as_values(result) for result in results]
        say(as_data({"checks": checks, "page": examination.PAGE}, form))
    else:
        say(f"Each check is explained in {examination.PAGE}.")
    _conclude(results)


def _tell(result: "Result") -> None:
    if not result.findings:
        say(f"ok       {result.check}")
    for finding in result.findings:
        say(f"{finding.level:<8} {result.check}: {finding.sentence}")
        say(f"         {finding.mend}")


def _as_values(result: "Result") -> dict[str, Any]:
    found = [
        {"level": finding.level, "sentence": finding.sentence, "mend": finding.mend} for finding in result.findings
    ]
    level = "ok" if not found else max((finding["level"] for finding in found), key=("ok", "warning", "problem").index)
    return {"check": result.check, "level": level, "findings": found}


def _conclude(results: "list[Result]") -> None:
    levels = [finding.level for result in results for finding in result.findings]
    problems, warnings = levels.count("problem"), levels.count("warning")
    if problems:
        raise CommandError(f"{problems} problems, {warnings} warnings")
    if warnings:
        raise CommandError(f"{warnings} warnings", Status.WARNINGS)
