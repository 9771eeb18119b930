"""Who may give what to whom, and take it back: the rules of delegation.

It may use grants as rows, the rights that are read, and the decision. It must not know HTTP or brokers. Whoever asks
for a grant comes through `on_behalf`: a route, a policy, a request or pulsar-admin.
"""
