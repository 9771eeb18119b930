"""Print the rows of every table below a directory, in a Spark that has Delta Lake: `python delta_contents.py OUT`."""

import json
import sys
from pathlib import Path

from spark_audit import session
from spark_audit.store import DeltaStore, delta
from spark_audit.store.tables import TABLES

if __name__ == "__main__":
    with session.start(delta.SETTINGS) as spark:
        store = DeltaStore(spark, Path(sys.argv[1]))
        print(json.dumps({name: sorted(store.read(name).toJSON().collect()) for name in TABLES}))
