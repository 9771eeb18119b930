"""`make demo`: the flow that must always work, on this machine, with what was observed at every step."""

import shutil
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.end_to_end.audited import audit_run
from tests.end_to_end.demo import remediation
from tests.end_to_end.demo.steps import Story
from tests.end_to_end.estate import Estate

_TOP = Path(__file__).parents[3]
_DIRECTORY = _TOP / "build" / "demo"
_RESOURCE = "standalone/acme/orders/created"
_DONE = [
    ("acme-owner", "unknown", 0),
    ("acme-shop", "essential", 5),
    ("acme-batch", "used_not_granted", 1),
    ("acme-batch", "essential", 1),
    ("acme-report", "essential", 1),
    ("acme-report", "unused", 0),
    ("globex", "essential", 3),
]
"""What the steps before the audit did with each grant on the topic: producers and consumers opened, statistics read.

The owner administers, also at the center, which the brokers do not log: of its grant nothing is known.
"""


def main() -> int:
    """Play all steps. Exit status 0 when each showed what it must, 1 otherwise, 130 when interrupted."""
    # An interrupted or terminated demo unwinds like a failed one and stops what it started.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    begin = time.monotonic()
    shutil.rmtree(_DIRECTORY, ignore_errors=True)
    estate = Estate(_DIRECTORY)
    try:
        report = _play(estate)
    except KeyboardInterrupt:
        print("\ninterrupted; stopping what was started", file=sys.stderr)
        return 130
    except Exception as problem:
        print(f"\nthe demo failed: {type(problem).__name__}: {problem}", file=sys.stderr)
        print(f"logs: {estate.center.log}, {estate.broker.log}", file=sys.stderr)
        return 1
    finally:
        estate.stop()
    print(f"\nAll steps in {time.monotonic() - begin:.0f} s. Audit report: {report.relative_to(_TOP)}")
    return 0


def _play(estate: Estate) -> Path:
    story = Story(estate)
    steps: list[Callable[[], None]] = [
        story.register_the_cluster,
        story.onboard_the_business,
        story.create_the_resources,
        story.grant,
        story.use,
        story.explain,
        story.revoke,
        story.lend,
        story.stop_the_center,
        story.keep_records,
    ]
    for number, step in enumerate(steps, start=1):
        print(f"\n{number}. {(step.__doc__ or '').strip()}", flush=True)
        step()
    print(f"\n{len(steps) + 1}. Spark reads the broker's access events: which right was really used?", flush=True)
    report = audit_run.audit(estate, _RESOURCE, _DONE)
    print(f"\n{len(steps) + 2}. {(remediation.follow_a_suggestion.__doc__ or '').strip()}", flush=True)
    remediation.follow_a_suggestion(story)
    return report


if __name__ == "__main__":
    sys.exit(main())
