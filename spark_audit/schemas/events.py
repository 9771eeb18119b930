"""What comes in: lines of event files, events, the files themselves, and lines that are no event."""

from typing import Final

from pyspark.sql.types import StructField, StructType

from spark_audit.schemas.columns import COUNTS, DATE, IDS, INT, LONG, TEXT, table

EVENT_LINE: Final = table(
    uid=TEXT, seq=LONG, time=LONG, n=LONG, t_end=LONG, act=INT, op=TEXT, dec=INT, code=TEXT, kind=INT,
    user=TEXT, cred=TEXT, via=TEXT, sess=TEXT, ip=TEXT, res=TEXT, rtype=TEXT, sub=TEXT,
    grants=IDS, roles=IDS, rev=LONG, us=LONG, v=INT, source=TEXT,
)  # fmt: skip
"""One line of an access event file as the plugin writes it (layout version 1); `source` stands only in lines that
`usercenter-audit read-logs` made of Pulsar's own log."""

EVENTS: Final = StructType(
    [StructField("date", DATE), StructField("boot", TEXT), StructField("cluster", TEXT)]
    + [field for field in EVENT_LINE.fields if field.name not in ("v", "source")]
    + [StructField("source", TEXT), StructField("clock", TEXT)]
)
"""Silver: one row per uid; `n` and `t_end` are filled in, `user` and `res` are '' where the event has none.

`source`: `plugin` or `log`. `clock`: null, `future` (later than the center's clock when it exported the history) or
`skewed` (earlier than the revision that decided came to be).
"""

LEDGER: Final = table(
    file=TEXT, bytes=LONG, sha256=TEXT, lines=LONG, events=LONG, bad=LONG, first_date=DATE, last_date=DATE,
    late=LONG, very_late=LONG, days=COUNTS, reasons=COUNTS, logged=COUNTS,
)  # fmt: skip
"""One row per content that was read, whatever its files were called; `file` is where it was found first.

`days`: usable lines per date, `logged`: of them those of Pulsar's own log, `reasons`: bad lines per reason. `late`:
usable lines of dates that had been judged when the file came; `very_late`: of them those more than 35 days before the
end of what had been judged.
"""

QUARANTINE: Final = table(date=DATE, sha256=TEXT, file=TEXT, line=LONG, reason=TEXT, text=TEXT)
"""Lines that are no usable event; `text` is the beginning of the line, `date` the first date of its file's events, else
that of the file's name, else 9999-12-31."""
