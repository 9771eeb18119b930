"""A whole run on many small grants in many tenants: processor time, bytes that are left, lines read.

It runs as cron starts it, with the default memory. `python -m benchmarks.run audit_real`; `--quick` uses a tenth. The
shape is that of six real logs together: 28,139 grants, 6,000 people, 49,000 lines, some 9,000 suggestions.
"""

from typing import Any

from benchmarks.audit_skew.cases import small_grants
from benchmarks.audit_skew.run import row, whole_run

_PEOPLE, _GRANTS, _LINES = 6_000, 28_139, 49_000


def measure(quick: bool = False) -> list[dict[str, Any]]:
    """Processor seconds of Python and Java, megabytes left, seconds; for the whole size or a tenth."""
    part = 10 if quick else 1
    made = small_grants(_PEOPLE // part, _GRANTS // part, _LINES // part)
    measured, what = whole_run(made), f"audit: {len(made.grants):,} grants, {len(made.uses):,} lines"
    return [
        row(f"{what}, processor time", measured["processor"], "s", "<= 80"),
        row(f"{what}, left on the disk", measured["megabytes"], "MB", "<= 40"),
        row(f"{what}, the whole run", measured["seconds"], "s", ""),
    ]
