"""Answering lines of a cluster's drift: which, in which order, after which question."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from app.cli import deletion_loss
from app.cli.center import Center, confirm, note, say
from app.cli.exit_status import CommandError, wrong_usage
from app.cli.output import Form

_WORDS = {"adopt": "adopted", "repair": "repaired", "accept": "accepted"}
_AT_ONCE = 20
"""Lines in one request; the API takes no more."""
_MOST_ASKED = 5
"""Places that the cluster is asked about before they are removed."""


@dataclass(frozen=True)
class LineSelection:
    """Lines by number; or the open ones of a place, or all open ones, of one kind if it is given."""

    numbers: list[int] | None
    place: str | None
    every: bool = False
    kind: str | None = None

    def has(self, line: dict[str, Any]) -> bool:
        """True for a line that is meant."""
        named = line["id"] in (self.numbers or ())
        inside = self.every or (self.place is not None and _is_in(line["place"], self.place))
        return named or (inside and line["state"] == "open" and self.kind in (None, line["kind"]))


def path_of(at: Center, cluster: str) -> str:
    """The route of a cluster's drift."""
    return f"/api/v1/clusters/{at.find('cluster', cluster)}/drift"


def answer(
    at: Center, cluster: str, verb: str, which: LineSelection, *, yes: bool, confirmed: bool = False, **values: Any
) -> None:
    """Give these lines one answer. A person sees first what would be done and is asked, unless `yes`, and `confirmed`
    where something is lost. Raises CommandError when some fail."""
    path = path_of(at, cluster)
    chosen = _in_order(_chosen_lines(at, path, which), verb)
    lost = [line for line in chosen if _loses(line, verb)]
    if verb == "repair":
        _tell_losses(at, path, [line for line in lost if line["field"] == "resource"])
    if not (yes or at.dry_run):
        _send_answers(at, path, verb, chosen, dry_run=True, **values)
    warning = f" {len(lost)} of them with what is in them and the grants on it, or a copy of it." if lost else ""
    agreed = at.dry_run or (yes and (confirmed or not lost))
    confirm(f"Shall {len(chosen)} lines be {_WORDS[verb]}?{warning}", yes=agreed)
    refused = _send_answers(at, path, verb, chosen, dry_run=at.dry_run, **values)
    if refused:
        raise CommandError(f"{refused} of {len(chosen)} lines were not {_WORDS[verb]}")


def _send_answers(
    at: Center, path: str, verb: str, lines: list[dict[str, Any]], *, dry_run: bool, **values: Any
) -> int:
    """Answer the lines and print what becomes of each. Returns how many were refused."""
    results: list[dict[str, Any]] = []
    for part in (lines[at : at + _AT_ONCE] for at in range(0, len(lines), _AT_ONCE)):
        named = [{"id": line["id"], **({"confirm": line["place"]} if _loses(line, verb) else {})} for line in part]
        body = {"answer": verb, "lines": named, **values}
        results += at.change("POST", f"{path}/lines/answers", dry_run=dry_run, json=body).json()["results"]
    if at.form is not Form.TABLE:
        at.show({"items": results}, {})
    places = {line["id"]: line["place"] for line in lines}
    for result in results:
        for text in _result_lines(result, places[result["id"]], verb, dry_run=dry_run) if at.form is Form.TABLE else ():
            say(text)
    refused = [result for result in results if result["refusal"]]
    for result in refused:
        note(
            f"line {result['id']}, {places[result['id']]}: {result['refusal']['detail']} ({result['refusal']['code']})"
        )
    return len(refused)


def _result_lines(result: dict[str, Any], place: str, verb: str, *, dry_run: bool) -> Iterator[str]:
    if result["refusal"]:
        return
    yield f"line {result['id']} {place}: {'would be ' if dry_run else ''}{_WORDS[verb]}"
    for call in (result["line"]["calls"] or []) if verb == "repair" else []:
        how = f" ({call['how']})" if call["how"] else ""
        body = "" if call["body"] is None else json.dumps(call["body"])
        yield f"  {call['method']} /admin/v2{call['path']}{how} {body}".rstrip()


def _tell_losses(at: Center, path: str, lost: list[dict[str, Any]]) -> None:
    for line in lost[:_MOST_ASKED]:
        deletion_loss.tell(at, f"{path}/lines/{line['id']}")
    if len(lost) > _MOST_ASKED:
        note(f"{len(lost) - _MOST_ASKED} more: the cluster was asked about the first {_MOST_ASKED} places")


def _chosen_lines(at: Center, path: str, which: LineSelection) -> list[dict[str, Any]]:
    if not (which.numbers or which.place or which.every):
        nothing_named()
    # Without a state the list is of all but those that are gone, of which some can be answered, by their number.
    states = (None, "gone") if which.numbers else (None,)
    pages = (page for state in states for page in at.pages(f"{path}/lines", state=state))
    found = [line for page in pages for line in page["items"] if which.has(line)]
    if missing := sorted(set(which.numbers or ()) - {line["id"] for line in found}):
        raise CommandError(f"there is no line {missing[0]}")
    if not found:
        raise CommandError("no open line is meant by this")
    return found


def _loses(line: dict[str, Any], verb: str) -> bool:
    return verb in line["loses"]


def _in_order(lines: list[dict[str, Any]], verb: str) -> list[dict[str, Any]]:
    """Places above come first, and rights after their place. A removal begins below, and ended rights are answered
    before their place and its grants are forgotten."""

    def order(line: dict[str, Any]) -> tuple[bool, int, bool]:
        rights, kind = line["field"] == "rights", line["res_type"]
        return (verb == "adopt" and not rights, -kind if _loses(line, verb) else kind, rights)

    return sorted(lines, key=order)


def _is_in(name: str, place: str) -> bool:
    return name == place or (name.partition("://")[2] or name).startswith(f"{place}/")


def nothing_named() -> list[int]:
    """Raises CommandError: no line is named."""
    raise wrong_usage("name lines by --line, by --place, or --all of them")
