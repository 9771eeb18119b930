"""Whether a grant supports a use, as conditions over one row that has the columns of both.

Of the use: resource, rev, decided, needed, readers, first, last (`transforms.uses`); of the grant: authorities, window,
period (`transforms.holders`), and its resource under a name of its own.
"""

from pyspark.sql import Column
from pyspark.sql import functions as sf

from spark_audit.transforms.reach import is_above, is_served, is_service_topic

IN_FLIGHT = 5_000
"""ms between two clocks, or until a change has reached every broker, that are no difference."""


def at_revision() -> Column:
    """The period held at the revision that decided."""
    return (sf.col("rev") >= sf.col("from_rev")) & (sf.col("rev") < sf.col("until_rev"))


def in_period(margin: int) -> Column:
    """The use lies in the period, `margin` ms or more from its ends."""
    return at_time("first", margin) & at_time("last", margin)


def at_time(moment: str, margin: int) -> Column:
    """The same of one moment of the use."""
    return (sf.col(moment) >= sf.col("from_time") + margin) & (sf.col(moment) < sf.col("until_time") - margin)


def in_window() -> Column:
    """The use lies in the grant's own window; the broker's clock has decided about that, and told the time too."""
    return (sf.col("first") >= sf.col("valid_from")) & (sf.col("last") < sf.col("valid_until"))


def meets(margin: int) -> Column:
    """Some moment of the use lies in the period, `margin` ms or more from its ends, and some in the grant's window."""
    period = (sf.col("last") >= sf.col("from_time") + margin) & (sf.col("first") < sf.col("until_time") - margin)
    return period & (sf.col("last") >= sf.col("valid_from")) & (sf.col("first") < sf.col("valid_until"))


def reaches(used: str, granted: str) -> Column:
    """The grant covers the use, or may be listed by the probe."""
    return is_related(used, granted) & gives(used, granted)


def is_related(used: str, granted: str) -> Column:
    """The granted resource is the used one, above it, the topic that it serves, or (of a listing) below it."""
    below = is_above(used, granted) & ~sf.col("decided")
    return is_above(granted, used) | is_served(granted, used) | below


def gives(used: str, granted: str) -> Column:
    """One of the authorities is enough. Of an operation that the center does not know any is; what a probe asked is
    not known."""
    right = sf.col("needed").isNull() | sf.arrays_overlap("authorities", "needed")
    reads = sf.coalesce(sf.arrays_overlap("authorities", "readers"), sf.lit(True))
    reader = is_service_topic(used) & (sf.col(used) != sf.col(granted)) & reads
    return ~sf.col("decided") | (is_above(granted, used) & right) | reader
