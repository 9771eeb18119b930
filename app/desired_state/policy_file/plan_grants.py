"""The difference in grants. A file that names a receiver on a place lists all its grants there. Pure."""

from collections.abc import Iterator, Mapping

from app.access.authority_words import AUTHORITY_WORDS, every_authority, words_of
from app.access.names import ResourceType
from app.desired_state.engine.entitlements import ALWAYS, Entitlement, ValidityPeriod, joined_by_window
from app.desired_state.engine.state import Place, Receiver, RightsSlot
from app.desired_state.engine.steps import RightsStep
from app.desired_state.policy_file.changes import Action, Change
from app.desired_state.policy_file.comparison import Comparison
from app.platform.moments import moment_text

Holding = Mapping[ValidityPeriod, Entitlement]
_NOTHING = Entitlement(frozenset())


def plan_grants(about: Comparison) -> Iterator[Change]:
    """Changes of grants in the file. Sub-accounts come last, as they may get only what their main account holds."""
    wanted = {**_of_other_limits(about), **about.wanted.grants}
    for slot in sorted(wanted, key=lambda slot: (_is_sub(about, slot), slot)):
        before, after = _before(about, slot, wanted[slot]), wanted[slot]
        if before != after:
            yield _change(slot, before, after, about)


def prune_grants(about: Comparison) -> Iterator[Change]:
    """Revoke the grants that the file does not name, except those of the user who applies it and those that disappear
    with their role or place."""
    if "grants" not in about.prune:
        return
    named = _named_slots(about)
    for slot in sorted(slot for slot in about.state.grants if slot.without_limits() not in named):
        before = _before(about, slot, {})
        if before and slot.receiver != ("user", about.applier.username) and not _goes_anyway(about, slot):
            yield _change(slot, before, {}, about)


def _named_slots(about: Comparison) -> set[RightsSlot]:
    """Each receiver on each place that the file names."""
    return {slot.without_limits() for slot in about.wanted.grants}


def _of_other_limits(about: Comparison) -> dict[RightsSlot, Holding]:
    """The receivers and places of the file with the limits that it does not name there: nothing is wanted of these."""
    named = _named_slots(about)
    return {slot: {} for slot in about.state.grants.keys() - about.wanted.grants if slot.without_limits() in named}


def _before(about: Comparison, slot: RightsSlot, after: Holding) -> Holding:
    """What the file is compared with. Grants that have ended stay: to revoke them would change only the past."""
    is_new = slot.place in about.wanted.resources and slot.place not in about.state.resources
    owners_slot = RightsSlot(slot.place, ("user", about.applier.username))
    if is_new and slot == owners_slot and not about.applier.is_administrator:
        return {ALWAYS: Entitlement(frozenset(every_authority(slot.place[0])))}
    now, current = about.now, joined_by_window(about.state.grants.get(slot, ()))
    return {window: content for window, content in current.items() if window in after or not window.has_ended(now)}


def _is_sub(about: Comparison, slot: RightsSlot) -> bool:
    kind, name = slot.receiver
    if kind == "role":
        return False
    entry, user = about.wanted.document.users.get(name), about.state.users.get(name)
    return bool((entry and entry.main) or (user and user.main))


def _goes_anyway(about: Comparison, slot: RightsSlot) -> bool:
    place, (kind, name) = slot.place, slot.receiver
    named_receivers = about.wanted.document.users if kind == "user" else about.wanted.document.roles
    if f"{kind}s" in about.prune and name not in named_receivers and name not in about.state.needed_by_clusters:
        return True
    return "resources" in about.prune and place in about.state.resources and place not in about.wanted.resources


def _change(slot: RightsSlot, before: Holding, after: Holding, about: Comparison) -> Change:
    action: Action = "create" if not before else "delete" if not after else "change"
    name = f"{receiver_words(slot.receiver)} on {place_words(slot.place)}{limit_words(slot)}"
    sentence = "; ".join(_sentences(slot, before, after))
    return Change(action, "grant", name, sentence, RightsStep(slot, after), about.wanted.paths.get(slot, ()))


def _sentences(slot: RightsSlot, before: Holding, after: Holding) -> Iterator[str]:
    who, where = receiver_words(slot.receiver), place_words(slot.place) + limit_words(slot)
    gone, new = _lacking(before, after), _lacking(after, before)
    if len(gone) == len(new) == 1 and [*gone.values()] == [*new.values()]:
        (old, numbers), (window, _) = next(iter(gone.items())), next(iter(new.items()))
        words = _words(numbers, slot)
        yield f"grant {who} {words} on {where}{_or_always(window)} instead of{_or_always(old)}"
    else:
        for window in sorted(gone, key=ValidityPeriod.order):
            yield f"revoke {_words(gone[window], slot)} from {who} on {where}{window_words(window)}"
        for window in sorted(new, key=ValidityPeriod.order):
            yield f"grant {who} {_words(new[window], slot)} on {where}{window_words(window)}"
    if not gone and not new:
        yield f"change the {' and '.join(_differing_columns(before, after))} of what {who} has on {where}"


def _differing_columns(before: Holding, after: Holding) -> list[str]:
    columns = [(content.columns, after[window].columns) for window, content in before.items()]
    return sorted({column for old, new in columns for column, value in old.items() if value != new[column]})


def _lacking(contents: Holding, others: Holding) -> dict[ValidityPeriod, frozenset[int]]:
    """The authorities of `contents` that `others` lack, by window."""
    lacking = {
        window: content.authorities - others.get(window, _NOTHING).authorities for window, content in contents.items()
    }
    return {window: numbers for window, numbers in lacking.items() if numbers}


def _words(numbers: frozenset[int], slot: RightsSlot) -> str:
    """`write, read` for rights on the place itself, `topic.write` for rights on what is below it."""
    kind = slot.place[0]
    if len(words := words_of(numbers, kind, slot.limits)) == 1 and len(numbers) > 1:
        return "every authority"
    own = f"{kind.name.lower()}." if kind > ResourceType.ROOT else "cluster."
    return ", ".join(
        word.removeprefix(own) for word in (words or [AUTHORITY_WORDS[authority] for authority in sorted(numbers)])
    )


def _or_always(window: ValidityPeriod) -> str:
    return window_words(window) or " for ever"


def window_words(window: ValidityPeriod) -> str:
    """` from … until …`, with a leading blank; empty without begin and end."""
    start, end = window
    begins = f" from {_short(start)}" if start is not None else ""
    return begins + (f" until {_short(end)}" if end is not None else "")


def place_words(place: Place) -> str:
    """The place as sentences name it."""
    kind, name = place
    if kind == ResourceType.ROOT:
        return "all clusters"
    return (
        f"cluster {name}" if kind == ResourceType.CLUSTER else f"tenant {name}" if kind == ResourceType.TENANT else name
    )


def limit_words(slot: RightsSlot) -> str:
    """The limits as sentences name them, with a leading blank; empty without any."""
    names = [f"names that begin with {slot.prefix}"] if slot.prefix else []
    words = [*names, *([f"subscriptions {', '.join(slot.subscriptions)}"] if slot.subscriptions else [])]
    words += [f"from {', '.join(slot.networks)}"] if slot.networks else []
    return f" ({'; '.join(words)})" if words else ""


def receiver_words(receiver: Receiver) -> str:
    """The receiver as sentences name it."""
    kind, name = receiver
    return name if kind == "user" else f"role {name}"


def _short(time: int) -> str:
    return moment_text(time).removesuffix("T00:00:00Z")
