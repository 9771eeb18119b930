"""Keeps the tables. The jobs know names of tables, not paths.

It may use Spark, Delta Lake and the file system. It must not know what is in a table.
"""

from spark_audit.store.delta import DeltaStore
from spark_audit.store.ledger import FileRead, Ledger
from spark_audit.store.parquet import ParquetShelf, ParquetStore
from spark_audit.store.tables import Shelf, TableStore

__all__ = ["DeltaStore", "FileRead", "Ledger", "ParquetShelf", "ParquetStore", "Shelf", "TableStore"]
