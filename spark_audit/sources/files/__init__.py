"""Where event files are: a directory of this machine, or whatever Hadoop's file systems reach (s3a://, hdfs://).

They may use file systems only, and must not know what is in the files.
"""

from spark_audit.sources.files.entry import Entry, Files
from spark_audit.sources.files.hadoop import HadoopFiles
from spark_audit.sources.files.local import LocalFiles
from spark_audit.sources.files.overlooked import link_overlooked

__all__ = ["Entry", "Files", "HadoopFiles", "LocalFiles", "link_overlooked"]
