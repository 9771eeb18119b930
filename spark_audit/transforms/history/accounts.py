"""Accounts by name and time: an account that was deleted and made again may belong to somebody else."""

from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as sf


def accounts(users: DataFrame) -> DataFrame:
    """user, number (the first account of the name is 1), main, made, ended (epoch ms; null: it stands).

    `users`: rows of USER_LINE. The lines of one account follow each other without a gap.
    """
    ordered = Window.partitionBy("user").orderBy("from_rev")
    follows = sf.equal_null(sf.lag("until_rev").over(ordered), sf.col("from_rev"))
    marked = users.withColumn("begins", sf.when(follows, 0).otherwise(1))
    numbered = marked.withColumn("number", sf.sum("begins").over(ordered).cast("int"))
    of_account = numbered.groupBy("user", "number").agg(
        sf.max_by(sf.struct("main", sf.col("until_time").alias("ended")), "from_rev").alias("last"),
        sf.min("from_time").alias("made"),
    )
    return of_account.select("user", "number", "last.main", "made", "last.ended")


def of_newest(rows: DataFrame, users: DataFrame) -> DataFrame:
    """The rows (user, last) without those of earlier accounts of a name that was made again."""
    again = accounts(users).where("number > 1").groupBy("user").agg(sf.max("made").alias("made"))
    return rows.join(sf.broadcast(again), "user", "left").where("made is null or last >= made").drop("made")
