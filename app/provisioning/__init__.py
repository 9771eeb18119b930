"""Making real clusters match our tables: jobs carried out, what a deletion would lose, clusters that are given up.

It may use resources as rows and Pulsar's admin API, which it alone talks to. It must not hold a transaction while it
waits for a cluster, nor know who asked.
"""
