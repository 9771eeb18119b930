"""Checks of brokers, by what each last reported, and of the addresses that the center calls."""

from collections.abc import Iterator

from sqlalchemy import func, select

from app.audit.trail import trail
from app.audit.trail.models import TrailEntry
from app.brokers import broker_states
from app.brokers.broker_states import BrokerState
from app.maintenance.doctor import address_checks
from app.maintenance.doctor.check import MINUTE, Diagnosis, OfScene, Scene, ago, problem, warning
from app.resources.broker_registration import BrokerRegistration
from app.resources.models import Cluster

_CLOCK_MS, _SILENT_RIGHTS_MS = 10_000, 2 * MINUTE


def heard(scene: Scene) -> Iterator[Diagnosis]:
    """Does every cluster have a broker that reports, and has none fallen silent?"""
    reporting = {state.row.cluster_id for state in _all_brokers(scene)}
    for cluster in scene.session.scalars(select(Cluster).where(Cluster.gone == 0).order_by(Cluster.name)):
        if cluster.id not in reporting:
            yield warning(
                f"no broker of {cluster.name} has ever reported", "install the plugin, or give the cluster up"
            )
    for state in _brokers_in(scene, "vanished", "expired"):
        found = problem if state.state == "vanished" else warning
        yield found(
            f"{_name(state)} has been silent for {ago(state.age_ms)} and may still decide by older rights"
            if state.state == "vanished"
            else f"{_name(state)} has been silent for {ago(state.age_ms)}: it denies everything, if it runs",
            "look at its log; if it is switched off: `usercenter brokers forget`",
        )


def behind(scene: Scene) -> Iterator[Diagnosis]:
    """Do live brokers enforce what was true a minute ago?"""
    old = select(func.max(TrailEntry.revision)).where(TrailEntry.time < scene.now - MINUTE)
    revision = scene.session.scalar(old) or 0
    for state in _brokers_in(scene, "live"):
        if state.known and not state.observing and state.row.revision < revision:
            yield problem(
                f"{_name(state)} enforces revision {state.row.revision}; {revision} is older than a minute",
                "look at its log: can it reach the center, and does it refuse what it gets?",
            )


def history(scene: Scene) -> Iterator[Diagnosis]:
    """Are the brokers' rights from this database's history?"""
    newest = trail.current_revision(scene.session)
    for state in _brokers_in(scene, "live", "vanished"):
        if not state.known:
            yield problem(
                f"{_name(state)} enforces revision {state.row.revision} of epoch {state.row.epoch or 'none'}, which "
                f"this database (revision {newest}) does not know: a back-up was restored, or brokers see two centers",
                "revoke again what was revoked after the back-up, then run `usercenter new-epoch`",
            )


def observing(scene: Scene) -> Iterator[Diagnosis]:
    """Do brokers enforce, or only look?"""
    for state in _brokers_in(scene, "live"):
        if state.observing:
            yield warning(f"{_name(state)} only observes: it enforces nothing", "set userCenterMode=enforce there")
        elif state.unfollowed:
            yield warning(
                f"{_name(state)} does not end open connections that lost their right", "switch its interceptor on"
            )


def plugins(scene: Scene) -> Iterator[Diagnosis]:
    """Have all brokers the same plugin?"""
    versions = sorted({state.row.plugin_version for state in _brokers_in(scene, "live")})
    if len(versions) > 1:
        yield warning(
            f"live brokers have different plugins: {', '.join(versions)}",
            "during an upgrade of the plugin all is well; else upgrade the rest: older ones deny what they do not know",
        )


def clocks(scene: Scene) -> Iterator[Diagnosis]:
    """Have brokers the center's time? They say when their rights were confirmed, by their own clock."""
    for state in _brokers_in(scene, "live"):
        off = state.row.snapshot_time - state.row.last_seen
        if off > _CLOCK_MS:
            yield warning(f"the clock of {_name(state)} is at least {off // 1000} s ahead", "let NTP set its clock")
        elif state.known and off < -_SILENT_RIGHTS_MS:
            yield warning(
                f"{_name(state)} says that its rights were confirmed {ago(-off)} before its report: its clock is "
                "behind, or it does not follow the center",
                "look at its clock, then at its log",
            )


def lost_events(scene: Scene) -> Iterator[Diagnosis]:
    """Do brokers lose access events?"""
    for state in _brokers_in(scene, "live"):
        if state.row.events_dropped:
            yield warning(
                f"{_name(state)} has lost {state.row.events_dropped} access events since its start",
                "look at its disk, and at the limits of event files",
            )


def _all_brokers(scene: Scene) -> list[BrokerState]:
    now = scene.now  # before: whoever is read slowly was not silent for that
    rows = list(scene.session.scalars(select(BrokerRegistration).order_by(BrokerRegistration.id)))
    return broker_states.states_of_rows(scene.session, rows, now, scene.settings.heartbeat_seconds)


def _brokers_in(scene: Scene, *states: str) -> Iterator[BrokerState]:
    yield from (state for state in _all_brokers(scene) if state.state in states)


def _name(state: BrokerState) -> str:
    return f"broker {state.row.broker} (cluster {state.row.cluster_id})"


CHECKS: dict[str, OfScene] = {
    "addresses.allowed": address_checks.allowed,
    "brokers.heard": heard,
    "brokers.behind": behind,
    "brokers.history": history,
    "brokers.enforcing": observing,
    "brokers.plugins": plugins,
    "clocks.brokers": clocks,
    "events.lost": lost_events,
}
