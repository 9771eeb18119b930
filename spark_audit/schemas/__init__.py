"""Every table as a StructType: the contract of the jobs. Times are UTC epoch milliseconds, dates UTC dates.

They know types and columns only. They must not know where a table is kept or how it is computed.
"""

# Every table of these files is one of `spark_audit.schemas`: a new one is written down once, where its columns are.
from spark_audit.schemas.columns import EVIDENCE as EVIDENCE
from spark_audit.schemas.columns import names as names
from spark_audit.schemas.events import *
from spark_audit.schemas.findings import *
from spark_audit.schemas.gold import *
from spark_audit.schemas.history import *
from spark_audit.schemas.suggestions import *
