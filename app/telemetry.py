"""Logs as JSON lines with the request's id, and the numbers of /metrics.

Log injection is impossible: each line is one JSON object, control characters are escaped in it. Values under names
that sound like secrets are replaced; the code never passes one on purpose.
"""

import json
import logging
import re
import sys
from collections.abc import MutableMapping
from contextlib import suppress
from functools import lru_cache
from typing import Any, TextIO

import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from structlog.tracebacks import ExceptionDictTransformer
from structlog.typing import FilteringBoundLogger

_SECRET = re.compile(r"passw|secret|token$|credential$|authorization|cookie|private", re.IGNORECASE)
_HIDDEN = "(hidden)"
_LEVELS = {name.lower(): level for name, level in logging.getLevelNamesMapping().items()} | {"exception": logging.ERROR}


class Metrics:
    """The numbers of one application; a registry of its own, so that several applications fit into one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        labels = ("method", "route", "status")
        self.requests = Counter("puc_requests", "Requests answered", labels, registry=self.registry)
        self.seconds = Histogram("puc_request_seconds", "Time to answer", ("route",), registry=self.registry)
        self.revision = Gauge("puc_revision", "Newest revision of the rights", registry=self.registry)
        self.slots_busy = Gauge("puc_password_slots_busy", "Password hashes being computed", registry=self.registry)
        self.slots_refused = Gauge(
            "puc_password_refused", "Sign-ins refused as busy since the start", registry=self.registry
        )


@lru_cache(4096)
def sounds_secret(name: str) -> bool:
    """A value under this name may be a secret."""
    return bool(_SECRET.search(name))


def hide_secrets(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """structlog processor: values under secret-sounding names never reach the log."""
    for name in event:
        if sounds_secret(name):
            event[name] = _HIDDEN
    return event


class _Lines(logging.StreamHandler[TextIO]):
    """Our handler: configuring twice replaces it and leaves others alone."""

    def emit(self, record: logging.LogRecord) -> None:
        self.stream = sys.stderr  # whoever redirects it takes the lines too, and may close what it was
        super().emit(record)


class _Written:
    """Writes lines of our own past `logging`, which would cost three times as much for each request. Its levels
    hold."""

    def __init__(self, name: str) -> None:
        self._levels = logging.getLogger(name)

    def msg(self, line: str) -> None:
        """One line, at once."""
        with suppress(ValueError):  # whoever redirected it has closed it
            sys.stderr.write(line + "\n")
            sys.stderr.flush()

    def is_quiet(self, level: str) -> bool:
        """Nothing of this level is written."""
        return not self._levels.isEnabledFor(_LEVELS[level])

    debug = info = warning = error = critical = exception = msg


def _drop_quiet(logger: _Written, level: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    if logger.is_quiet(level):
        raise structlog.DropEvent
    return event


def configure_logging() -> None:
    """JSON lines on standard error, also for what libraries log through `logging`."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        hide_secrets,
    ]
    # The ready-made dict_tracebacks would print local variables: passwords and tokens.
    tracebacks = structlog.processors.ExceptionRenderer(ExceptionDictTransformer(show_locals=False))
    render: list[Any] = [tracebacks, structlog.processors.JSONRenderer(serializer=_json)]
    structlog.configure(
        processors=[_drop_quiet, *shared, *render],
        logger_factory=_Written,
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        cache_logger_on_first_use=True,
    )
    handler = _Lines()
    remove = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=[remove, *render]))
    root = logging.getLogger()
    root.handlers = [*(other for other in root.handlers if not isinstance(other, _Lines)), handler]
    root.setLevel(logging.INFO)
    # httpx would log addresses with their queries; uvicorn's access log repeats ours.
    for noisy in ("httpx", "uvicorn.access"):
        logging.getLogger(noisy).setLevel(logging.WARNING)


_encode = json.JSONEncoder(ensure_ascii=True, default=repr).encode  # made once


def _json(event: object, **_: object) -> str:
    return _encode(event)


def logger(name: str) -> FilteringBoundLogger:
    """A logger; pass values by name: `log.info("signed in", user=name)`."""
    made: FilteringBoundLogger = structlog.get_logger(name)
    return made
