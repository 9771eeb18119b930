"""Tables of the intake: lines of event files, events, the files that were read, and bad lines."""

from typing import Final

from pyspark.sql.types import StructField, StructType

from spark_audit.schemas.columns import COUNTS, DATE, IDS, INT, LONG, TEXT, table

EVENT_LINE: Final = table(
    uid=TEXT, seq=LONG, time=LONG, n=LONG, t_end=LONG, act=INT, op=TEXT, dec=INT, code=TEXT, kind=INT,
    user=TEXT, cred=TEXT, via=TEXT, sess=TEXT, ip=TEXT, res=TEXT, rtype=TEXT, sub=TEXT,
    grants=IDS, roles=IDS, rev=LONG, us=LONG, v=INT, source=TEXT,
)  # fmt: skip
"""One line of an access event file as the plugin writes it (layout version 1). Only lines that `usercenter-audit
read-logs` made from Pulsar's own log have a `source`."""

EVENTS: Final = StructType(
    [StructField("date", DATE), StructField("boot", TEXT), StructField("cluster", TEXT)]
    + [field for field in EVENT_LINE.fields if field.name not in ("v", "source")]
    + [StructField("source", TEXT), StructField("clock", TEXT)]
)
"""Silver: one row per event; `n` and `t_end` are filled in, `user` and `res` are '' where the event has none.

`source`: `plugin` or `log`. `clock`: null, `future` (more than an hour later than the export of the history) or
`skewed` (ended more than a minute before the revision that decided was made).
"""

LEDGER: Final = table(
    file=TEXT, bytes=LONG, sha256=TEXT, lines=LONG, events=LONG, bad=LONG, first_date=DATE, last_date=DATE,
    late=LONG, very_late=LONG, days=COUNTS, reasons=COUNTS, logged=COUNTS,
)  # fmt: skip
"""One row per file content that was read, whatever the file was called; `file` is the name it was first found under.

`days`: usable lines per date. `logged`: how many of these came from Pulsar's own log. `reasons`: bad lines per reason.
`late`: usable lines of dates for which results had been published when the file came. `very_late`: those late lines
that are more than 35 days older than the last published date.
"""

QUARANTINE: Final = table(date=DATE, sha256=TEXT, file=TEXT, line=LONG, reason=TEXT, text=TEXT)
"""Bad lines. `text` is the beginning of the line. `date` is the first date of the file's events; without events, the
date in the file's name; else 9999-12-31."""
