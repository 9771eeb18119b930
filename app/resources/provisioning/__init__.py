"""Makes real clusters match the tables: carries out jobs, shows what a deletion would destroy, gives up dead clusters.

It may use resources as rows, and is the only user of Pulsar's admin API. It must not hold a transaction while it waits
for a cluster, nor know who asked.
"""
