"""Who may give what to whom, and take it back: the rules of delegation.

It may use grant rows, rights as they are read, and the decision. It must not know HTTP or brokers. Routes, policies,
requests and pulsar-admin all make grants through `on_behalf`.
"""
