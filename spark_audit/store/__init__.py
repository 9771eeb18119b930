"""Where the tables are kept: the jobs know names of tables, not paths."""

from spark_audit.store.ledger import FileRead, Ledger
from spark_audit.store.parquet import ParquetStore
from spark_audit.store.tables import TableStore

__all__ = ["FileRead", "Ledger", "ParquetStore", "TableStore"]
