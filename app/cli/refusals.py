"""The center's errors as messages for people."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from app.cli.exit_status import CommandError, not_signed_in
from app.cli.output import printable, utc

if TYPE_CHECKING:
    import httpx

_SHOWN_ELSEWHERE = ("type", "title", "status", "code", "detail", "errors", "errors_total")
_FIRST_MOMENT_MS = 10**12


def refusal(answer: "httpx.Response") -> CommandError:
    """The message of a problem document (or OAuth error), with the code at its end."""
    try:
        problem = answer.json()
        detail = problem.get("detail") or problem["error_description"]
        code = problem.get("code") or problem["error"]
    except (ValueError, KeyError, AttributeError):
        return CommandError(f"{answer.url} answered {answer.status_code}: is it a user center?")
    if answer.status_code == 401:
        return not_signed_in(f"{detail} ({code})\nSign in: usercenter login --server {_origin(answer)}")
    return CommandError("\n".join([f"{detail} ({code})", *_further_facts(problem, detail)]))


def _further_facts(problem: dict[str, Any], detail: str) -> Iterator[str]:
    """Further facts of the problem: every wrong field, dependents, the places where it would be possible."""
    errors = problem.get("errors") or []
    for error in errors:
        mistake = _mistake(error)
        if mistake not in detail and not (len(errors) == 1 and error["message"] in detail):
            yield printable(f"  {mistake}")
    if problem.get("errors_total", 0) > len(errors):
        yield f"  … {problem['errors_total']} in all"
    for field, value in problem.items():
        if field not in _SHOWN_ELSEWHERE and value not in (None, [], {}):
            parts = value if isinstance(value, list) else [value]
            if text := "; ".join(filter(None, map(_short_text, parts))):
                yield printable(f"  {field}: {text}")


def _mistake(error: dict[str, Any]) -> str:
    place = [f"line {error['line']}"] if error.get("line") else []
    return f"{', '.join(filter(None, [*place, error['field']]))}: {error['message']}"


def _short_text(part: Any) -> str:
    if isinstance(part, dict) and "full_name" not in part:
        return ", ".join(f"{field} {_short_text(fact)}" for field, fact in part.items() if fact is not None)
    if isinstance(part, int) and part >= _FIRST_MOMENT_MS:  # epoch ms: no number of anything else is that large
        return utc(part)
    return str(part["full_name"] if isinstance(part, dict) else part)


def _origin(answer: "httpx.Response") -> str:
    return f"{answer.url.scheme}://{answer.url.netloc.decode()}"
