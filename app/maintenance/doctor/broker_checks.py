"""Checks of brokers, by what each last reported, and whether the settings let the center call what
is stored: what they leave out is refused at each call."""

from collections.abc import Iterator
from functools import partial

from sqlalchemy import func, select

from app.audit.trail import trail
from app.audit.trail.models import TrailEntry
from app.brokers import broker_states, known_holes
from app.brokers.broker_states import BrokerState
from app.maintenance.doctor.check import DAY, MINUTE, CheckContext, ContextCheck, Diagnosis, ago, note, problem, warning
from app.messages import hook_addresses
from app.platform.errors import InvalidInput
from app.platform.outbox.models import WebHook
from app.providers.models import IdentityProvider
from app.providers.provider_http import ProviderFailed, checked_address
from app.resources.broker_registration import BrokerRegistration
from app.resources.models import Cluster
from app.resources.pulsar.addresses import AddressNotAllowedError, admin_base

_HOLES_PAGE = "docs/operators/known-holes.md says what each opens, and what closes it"
_CLOCK_MS, _SILENT_RIGHTS_MS, _HOLES_AGE_MS = 10_000, 2 * MINUTE, 90 * DAY


def heard(context: CheckContext) -> Iterator[Diagnosis]:
    """Does every cluster have a broker that reports, and has none fallen silent?"""
    reporting = {state.row.cluster_id for state in _all_brokers(context)}
    for cluster in context.session.scalars(select(Cluster).where(Cluster.gone == 0).order_by(Cluster.name)):
        if cluster.id not in reporting:
            yield warning(
                f"no broker of {cluster.name} has ever reported", "install the plugin, or give the cluster up"
            )
    for state in _brokers_in(context, "vanished", "expired"):
        found = problem if state.state == "vanished" else warning
        yield found(
            f"{_name(state)} has been silent for {ago(state.age_ms)} and may still decide by older rights"
            if state.state == "vanished"
            else f"{_name(state)} has been silent for {ago(state.age_ms)}: it denies everything, if it runs",
            "look at its log; if it is switched off: `usercenter brokers forget`",
        )


def behind(context: CheckContext) -> Iterator[Diagnosis]:
    """Do live brokers enforce what was true a minute ago?"""
    old = select(func.max(TrailEntry.revision)).where(TrailEntry.time < context.now - MINUTE)
    revision = context.session.scalar(old) or 0
    for state in _brokers_in(context, "live"):
        if state.known and not state.observing and state.row.revision < revision:
            yield problem(
                f"{_name(state)} enforces revision {state.row.revision}; {revision} is older than a minute",
                "look at its log: can it reach the center, and does it refuse what it gets?",
            )


def history(context: CheckContext) -> Iterator[Diagnosis]:
    """Are the brokers' rights from this database's history?"""
    newest = trail.current_revision(context.session)
    for state in _brokers_in(context, "live", "vanished"):
        if not state.known:
            yield problem(
                f"{_name(state)} enforces revision {state.row.revision} of epoch {state.row.epoch or 'none'}, which "
                f"this database (revision {newest}) does not know: a back-up was restored, or brokers see two centers",
                "revoke again what was revoked after the back-up, then run `usercenter new-epoch`",
            )


def observing(context: CheckContext) -> Iterator[Diagnosis]:
    """Do brokers enforce, or only look?"""
    for state in _brokers_in(context, "live"):
        if state.observing:
            yield warning(f"{_name(state)} only observes: it enforces nothing", "set userCenterMode=enforce there")
        elif state.unfollowed:
            yield warning(
                f"{_name(state)} does not end open connections that lost their right", "switch its interceptor on"
            )


def plugins(context: CheckContext) -> Iterator[Diagnosis]:
    """Have all brokers the same plugin?"""
    versions = sorted({state.row.plugin_version for state in _brokers_in(context, "live")})
    if len(versions) > 1:
        yield warning(
            f"live brokers have different plugins: {', '.join(versions)}",
            "during an upgrade of the plugin all is well; else upgrade the rest: older ones deny what they do not know",
        )


def known_to_be_open(context: CheckContext) -> Iterator[Diagnosis]:
    """Do brokers run versions of Pulsar with known holes, and is the list of holes new enough to tell?"""
    age = context.now - int(known_holes.EDITED.timestamp() * 1000)
    if age > _HOLES_AGE_MS:
        yield warning(
            f"the list of known holes was edited {ago(age)} ago, on {known_holes.EDITED:%Y-%m-%d}",
            "look at Pulsar's page of security for newer ones, and upgrade the center",
        )
    for state in _brokers_in(context, "live"):
        running, holes = f"{_name(state)} runs Pulsar {state.row.pulsar_version}", known_holes.open_holes(state.row)
        if holes is None:
            yield warning(f"{running}, of which nobody has judged the holes", _HOLES_PAGE)
        if without_setting := [hole.id for hole in holes or () if not hole.needs]:
            yield warning(f"{running}, in which known holes are open: {', '.join(without_setting)}", _HOLES_PAGE)
        if by_setting := [f"{hole.id} ({hole.needs})" for hole in holes or () if hole.needs]:
            yield note(f"{running}: known holes are open if a setting is on: {', '.join(by_setting)}", _HOLES_PAGE)


def clocks(context: CheckContext) -> Iterator[Diagnosis]:
    """Have brokers the center's time? They say when their rights were confirmed, by their own clock."""
    for state in _brokers_in(context, "live"):
        off = state.row.snapshot_time - state.row.last_seen
        if off > _CLOCK_MS:
            yield warning(f"the clock of {_name(state)} is at least {off // 1000} s ahead", "let NTP set its clock")
        elif state.known and off < -_SILENT_RIGHTS_MS:
            yield warning(
                f"{_name(state)} says that its rights were confirmed {ago(-off)} before its report: its clock is "
                "behind, or it does not follow the center",
                "look at its clock, then at its log",
            )


def lost_events(context: CheckContext) -> Iterator[Diagnosis]:
    """Do brokers lose access events?"""
    for state in _brokers_in(context, "live"):
        if state.row.events_dropped:
            yield warning(
                f"{_name(state)} has lost {state.row.events_dropped} access events since its start",
                "look at its disk, and at the limits of event files",
            )


def allowed(context: CheckContext) -> Iterator[Diagnosis]:
    """May the center call its clusters, identity providers and web hooks?"""
    settings, rows = context.settings, context.session.scalars
    hosts = settings.allowed_cluster_hosts()
    clusters = rows(select(Cluster).where(Cluster.gone == 0))
    providers = rows(select(IdentityProvider).where(IdentityProvider.enabled == 1))
    hooks = rows(select(WebHook).where(WebHook.status == "on"))
    for who, setting, check in (
        *(
            (f"the cluster {cluster.name}", "CLUSTER_ADDRESSES", partial(admin_base, cluster.admin_url, hosts))
            for cluster in clusters
        ),
        *(
            (provider.name, "PROVIDER_ADDRESSES", partial(checked_address, settings, provider.issuer))
            for provider in providers
        ),
        *((hook.name, "WEB_HOOK_HOSTS", partial(hook_addresses.checked, settings, hook.url)) for hook in hooks),
    ):
        try:
            check()
        except (AddressNotAllowedError, ProviderFailed, InvalidInput) as error:
            yield problem(f"{who} may not be called: {error}", f"add its host to PUC_{setting}, or change its address")


def _all_brokers(context: CheckContext) -> list[BrokerState]:
    now = context.now  # before: whoever is read slowly was not silent for that
    rows = list(context.session.scalars(select(BrokerRegistration).order_by(BrokerRegistration.id)))
    return broker_states.states_of_rows(context.session, rows, now, context.settings.heartbeat_seconds)


def _brokers_in(context: CheckContext, *states: str) -> Iterator[BrokerState]:
    yield from (state for state in _all_brokers(context) if state.state in states)


def _name(state: BrokerState) -> str:
    return f"broker {state.row.broker} (cluster {state.row.cluster_id})"


CHECKS: dict[str, ContextCheck] = {
    "addresses.allowed": allowed,
    "brokers.heard": heard,
    "brokers.behind": behind,
    "brokers.history": history,
    "brokers.enforcing": observing,
    "brokers.plugins": plugins,
    "brokers.holes": known_to_be_open,
    "clocks.brokers": clocks,
    "events.lost": lost_events,
}
