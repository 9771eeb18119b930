"""Makes the FastAPI application from settings and database. Nothing happens at import."""

from functools import partial
from operator import attrgetter

from anyio import CapacityLimiter
from fastapi import FastAPI
from fastapi.telemetry import TelemetryConfig

from app.api import openapi_document, problems, router, website
from app.api.admin.policy.policy_file import LARGER_BODIES
from app.api.admin.resources import producers_in_front
from app.api.admission.fair_share import KEY_PAIRS, FairShare
from app.api.admission.reader_slots import BackPressure, ReaderSlots
from app.api.admission.sign_in_queues import SignInQueues
from app.api.admission.writers import Writers
from app.api.broker import caller
from app.api.broker.center_time import StatedTime
from app.api.browser_applications import BrowserApplications
from app.api.edge import Edge
from app.api.fast_path import FastPath
from app.api.read_together import ReadTogether
from app.audit.trail import newest_state
from app.identity import client_secrets
from app.identity.password_hashes import PasswordSlots
from app.identity.rates import Rates
from app.platform import telemetry
from app.platform.database import Database
from app.platform.database_engine import REQUESTS_AT_ONCE
from app.platform.settings import Settings
from app.platform.telemetry import Metrics
from app.platform.version import VERSION
from app.providers.discovery import Providers
from app.resources.cluster_views.memory import Memory
from app.resources.key_fetches import PublicFetches
from app.resources.provisioning import deletion_forecast
from app.server import state_metrics
from app.tokens.last_uses import LastUses

_NOTHING_OF_ITS_OWN = TelemetryConfig(tracing=False, metrics=False, logs=False, auto_configure=False)
"""The framework would export paths, queries and messages of errors, and can be switched on by a variable."""
_DESCRIPTION = (
    "Users, roles, resources and rights for Apache Pulsar. Errors are problem documents (RFC 9457) with a stable "
    "`code`. Changes and deletions of items want `If-Match` with the item's ETag; changing answers carry `X-Revision`."
)


def create_app(settings: Settings, database: Database | None = None) -> FastAPI:
    """The whole service. Without `database` it opens the one in the settings."""
    telemetry.configure_logging()
    app = FastAPI(
        title="Pulsar User Center",
        version=VERSION,
        description=_DESCRIPTION,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        separate_input_output_schemas=False,
        generate_unique_id_function=attrgetter("name"),
        telemetry=_NOTHING_OF_ITS_OWN,
    )
    state = app.state
    state.metrics = Metrics(state_metrics.registry(lambda: state.database, lambda: state.settings))
    bind(app, settings, database or Database(settings.database_url))
    problems.install(app)
    openapi_document.install(app)
    router.install(app)
    website.install(app, settings.console_directory)
    app.add_middleware(FastPath, shortcuts=router.SHORTCUTS)
    app.add_middleware(StatedTime)
    app.add_middleware(BrowserApplications)
    app.add_middleware(
        Edge,
        metrics=app.state.metrics,
        body_limit=settings.body_limit_bytes,
        larger=dict.fromkeys(LARGER_BODIES, settings.policy_limit_bytes),
        hosts=settings.hosts(),
        https=settings.issuer.startswith("https:"),
        back_pressure=BackPressure(app.state),
    )
    return app


def bind(app: FastAPI, settings: Settings, database: Database) -> None:
    """Give the application its settings and database. Tests call it again: one application, many databases."""
    app.state.settings = settings
    app.state.database = database
    app.state.reader_slots = ReaderSlots(REQUESTS_AT_ONCE)
    app.state.writers = Writers()
    app.state.cluster_lanes = CapacityLimiter(deletion_forecast.LANES)
    app.state.cluster_memory = Memory()
    metrics: Metrics = app.state.metrics
    app.state.password_slots = PasswordSlots(settings.password_slots, metrics.slots_busy.set)
    app.state.sign_in_queues = SignInQueues(settings.password_slots, metrics.slots_refused.inc)
    app.state.last_uses = LastUses(database)
    app.state.public_fetches = PublicFetches(database)
    app.state.rates = Rates(database)
    app.state.key_pairs = FairShare(KEY_PAIRS)
    app.state.providers = Providers(settings)
    app.state.newest = newest_state.of(database)
    app.state.client_reading = ReadTogether(database, client_secrets.read_all)
    app.state.public_half_reading = ReadTogether(database, partial(producers_in_front.read_all, app.state))
    caller.install(app)
