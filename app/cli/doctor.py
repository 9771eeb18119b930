"""`usercenter doctor`: the checks of `app.doctor` as lines or JSON, and an exit status for schedulers."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.center import say
from app.cli.ending import CommandError, Status
from app.cli.local import safely

if TYPE_CHECKING:
    from app.doctor.examination import Result


commands = typer.Typer()


@commands.command("doctor")
@safely
def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document with every check.")] = False,
) -> None:
    """Look at this deployment and say what is wrong and how to mend it: settings, clocks, keys, database, brokers, what
    waits, back-ups.

    It changes nothing and shows no secret. Status 0: all is well; 6: warnings; 1: a problem.

    \b
    Example:
      usercenter doctor --json
    """
    from app.clock import now_ms
    from app.doctor import examination

    results = []
    for result in examination.examine(now_ms):
        results.append(result)
        if not as_json:
            _tell(result)
    if as_json:
        checks = [_plain(one) for one in results]
        say(json.dumps({"checks": checks, "page": examination.PAGE}, indent=2, ensure_ascii=False))
    else:
        say(f"Each check is explained in {examination.PAGE}.")
    _conclude(results)


def _tell(result: "Result") -> None:
    if not result.findings:
        say(f"ok       {result.check}")
    for one in result.findings:
        say(f"{one.level:<8} {result.check}: {one.sentence}")
        say(f"         {one.mend}")


def _plain(result: "Result") -> dict[str, Any]:
    found = [{"level": one.level, "sentence": one.sentence, "mend": one.mend} for one in result.findings]
    level = "ok" if not found else max((one["level"] for one in found), key=("ok", "warning", "problem").index)
    return {"check": result.check, "level": level, "findings": found}


def _conclude(results: "list[Result]") -> None:
    levels = [one.level for result in results for one in result.findings]
    problems, warnings = levels.count("problem"), levels.count("warning")
    if problems:
        raise CommandError(f"{problems} problems, {warnings} warnings")
    if warnings:
        raise CommandError(f"{warnings} warnings", Status.WARNINGS)
