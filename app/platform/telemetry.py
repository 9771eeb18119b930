"""Logs as JSON lines with the request's id, and the metrics of /metrics.

Log injection is impossible, as each line is one JSON object with control characters escaped. Values under names that
sound like secrets are replaced, in case the code passes one by mistake.
"""

import json
import logging
import os
import re
import sys
from collections.abc import MutableMapping
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar, TextIO

import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.multiprocess import MultiProcessCollector
from structlog.tracebacks import ExceptionDictTransformer
from structlog.typing import FilteringBoundLogger

from app.platform import database_failures
from app.platform.tracing import spans

_SECRET = re.compile(r"passw|secret|token$|credential$|authorization|cookie|private", re.IGNORECASE)
_HIDDEN = "(hidden)"
PROCESSES_DIRECTORY = "PROMETHEUS_MULTIPROC_DIR"
"""The client library's variable: where the processes of one center keep their numbers. Set before it is imported."""
_RESERVED_BYTES = 2 << 20
_LEVELS = {name.lower(): level for name, level in logging.getLevelNamesMapping().items()} | {"exception": logging.ERROR}


class Metrics:
    """The metrics of one application. Each has its own registries, so that several applications fit into one process.

    `readings`: numbers that are read when somebody asks. All processes of a center say the same.
    """

    def __init__(self, readings: CollectorRegistry) -> None:
        self._readings, self._own = readings, CollectorRegistry()
        labels = ("method", "route", "status")
        self.requests = Counter("puc_requests", "Requests answered", labels, registry=self._own)
        self.seconds = Histogram("puc_request_seconds", "Time to answer", ("route",), registry=self._own)
        self.revision = Gauge(
            "puc_revision", "Newest revision of the rights", registry=self._own, multiprocess_mode="mostrecent"
        )
        self.slots_busy = Gauge(
            "puc_password_slots_busy", "Password hashes being computed", registry=self._own, multiprocess_mode="livesum"
        )
        self.slots_refused = Gauge(
            "puc_password_refused", "Sign-ins refused as busy since the start",
            registry=self._own, multiprocess_mode="sum",
        )  # fmt: skip

    @property
    def registries(self) -> tuple[CollectorRegistry, CollectorRegistry]:
        """The numbers of all processes of this center."""
        directory = os.environ.get(PROCESSES_DIRECTORY)
        return (of_processes(directory) if directory else self._own), self._readings


def reserve(directory: Path) -> None:
    """Have room on the disk for the numbers of this process before they are kept there: without, a full disk would end
    the process at its next number. Raises OSError."""
    for name in ("counter", "histogram", "gauge_livesum", "gauge_mostrecent", "gauge_sum"):
        with (directory / f"{name}_{os.getpid()}.db").open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, _RESERVED_BYTES)


def of_processes(directory: str) -> CollectorRegistry:
    """The numbers that several processes keep in this directory, together."""
    together = CollectorRegistry()
    MultiProcessCollector(together, directory)  # type: ignore[no-untyped-call]
    return together


@lru_cache(4096)
def sounds_secret(name: str) -> bool:
    """True when a value with this name may be a secret."""
    return bool(_SECRET.search(name))


def hide_secrets(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """structlog processor: replaces values with names that sound secret."""
    for name in event:
        if sounds_secret(name):
            event[name] = _HIDDEN
    return event


def name_known(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """structlog processor: the reason instead of a trace, where the database failed in a way that is known."""
    info = event.get("exc_info")
    error = sys.exception() if info is True else info[1] if isinstance(info, tuple) else info
    if error and (reason := database_failures.sentence(error)):
        event.update(exc_info=None, reason=reason)
    return event


def add_trace(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """structlog processor: the ids by which a line and its span find each other; none while OpenTelemetry is off."""
    event.update(spans.ids())
    return event


class _LogHandler(logging.StreamHandler[TextIO]):
    """Our log handler. A type of its own, so that configuring twice replaces it and leaves other handlers alone."""

    def emit(self, record: logging.LogRecord) -> None:
        self.stream = sys.stderr  # it may have been redirected since, and the old stream closed
        super().emit(record)


class _DirectLogger:
    """Writes our own lines directly, as `logging` would cost three times as much per request. It respects the levels of
    `logging`."""

    lost: ClassVar[int] = 0

    def __init__(self, name: str) -> None:
        self._levels = logging.getLogger(name)

    def msg(self, line: str) -> None:
        """Write one line at once. What cannot be written, as on a full disk, is counted and told later: no request
        fails for its line."""
        try:
            sys.stderr.write(f"{self._notice_of_lost()}{line}\n")
            sys.stderr.flush()
        except OSError:
            _DirectLogger.lost += 1
        except ValueError:  # the redirected stream was closed
            return
        else:
            _DirectLogger.lost = 0

    def _notice_of_lost(self) -> str:
        """The text before a line that follows lost lines, of which the last may have been written in part."""
        if not self.lost:
            return ""
        return f"\n{_json({'event': 'lines of this log were lost', 'lines': self.lost, 'level': 'warning'})}\n"

    def is_quiet(self, level: str) -> bool:
        """True when lines of this level are not written."""
        return not self._levels.isEnabledFor(_LEVELS[level])

    debug = info = warning = error = critical = exception = msg


def _drop_quiet(logger: _DirectLogger, level: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    if logger.is_quiet(level):
        raise structlog.DropEvent
    return event


def configure_logging() -> None:
    """Log as JSON lines on standard error, including what libraries log through `logging`."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        add_trace,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        hide_secrets,
    ]
    # The built-in dict_tracebacks would log local variables, with passwords and tokens.
    tracebacks = structlog.processors.ExceptionRenderer(ExceptionDictTransformer(show_locals=False))
    render: list[Any] = [name_known, tracebacks, structlog.processors.JSONRenderer(serializer=_json)]
    structlog.configure(
        processors=[_drop_quiet, *shared, *render],
        logger_factory=_DirectLogger,
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        cache_logger_on_first_use=True,
    )
    handler = _LogHandler()
    remove = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=[remove, *render]))
    root = logging.getLogger()
    root.handlers = [*(other for other in root.handlers if not isinstance(other, _LogHandler)), handler]
    root.setLevel(logging.INFO)
    # httpx would log URLs with their queries; uvicorn's access log would repeat ours; alembic has lines for each of
    # its migrations, which hide the first administrator's secret.
    for noisy in ("httpx", "uvicorn.access", "alembic"):
        logging.getLogger(noisy).setLevel(logging.WARNING)


_encode = json.JSONEncoder(ensure_ascii=True, default=repr).encode  # built once


def _json(event: object, **_: object) -> str:
    return _encode(event)


def logger(name: str) -> FilteringBoundLogger:
    """A logger. Pass values by name: `log.info("signed in", user=name)`."""
    bound_logger: FilteringBoundLogger = structlog.get_logger(name)
    return bound_logger
