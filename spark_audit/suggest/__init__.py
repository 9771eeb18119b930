"""What to change, in plain Python: nothing here imports Spark."""
