"""What to change: which grants to take away or to narrow. Plain Python: nothing here imports Spark."""
