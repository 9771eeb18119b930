"""The periodic jobs of the worker."""

from app.audit.findings import pruning
from app.audit.trail import export
from app.brokers import broker_pruning
from app.desired_state.drift import runs as drift_runs
from app.desired_state.importing import import_worker as imports
from app.desired_state.remediation import due_remediations
from app.identity import expired_credentials
from app.messages import hook_deliveries, mail_sending
from app.platform.periodic_jobs import PeriodicJob
from app.resources import key_rotation
from app.rights.requests import open_requests, reminders
from app.tokens import key_life

JOBS: tuple[PeriodicJob, ...] = (
    PeriodicJob("requests.housekeeping", 60, open_requests.run),
    PeriodicJob("brokers.housekeeping", 60, broker_pruning.run),
    PeriodicJob("requests.reminders", 3600, reminders.run),
    PeriodicJob("requests.ending_certificates", 3600, reminders.run_certificates),
    PeriodicJob("identity.ended_secrets", 30, expired_credentials.end_secrets),
    PeriodicJob("identity.ended_sessions", 60, expired_credentials.end_sessions),
    PeriodicJob("trail.head", 3600, export.log_head),
    PeriodicJob("tokens.keys", 60, key_life.run),
    PeriodicJob("resources.key_rotation", 60, key_rotation.run, "encryption keys"),
    PeriodicJob("messages.sending", 5, mail_sending.run, "mail"),
    PeriodicJob("messages.web_hooks", 5, hook_deliveries.run, "web hooks"),
    PeriodicJob("messages.purging", 600, mail_sending.purge),
    PeriodicJob("audit.pruning", 600, pruning.run),
    PeriodicJob("remediation.notice_period", 10, due_remediations.run),
    PeriodicJob("drift.comparing", 5, drift_runs.run, "drift"),
    PeriodicJob("drift.forgetting", 3600, drift_runs.forget_clusters, "drift"),
    PeriodicJob("imports.running", 2, None, "imports", imports.run),
)
"""Add a job here."""
LANES = tuple(sorted({job.lane for job in JOBS}))
