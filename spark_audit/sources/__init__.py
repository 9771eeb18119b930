"""The inputs of the jobs: event files, the center's export, and Pulsar's own logs.

They may use schemas, and return rows with their faults and line numbers. They must not know what lines are used for.
"""
