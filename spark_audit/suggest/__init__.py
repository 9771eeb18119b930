"""Suggestions: which grants to remove or to narrow. Plain Python: nothing here imports Spark.

It may use the rules of operations that come with the export. It must not read tables or know today's date.
"""
