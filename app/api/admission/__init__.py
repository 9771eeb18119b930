"""Which requests are served now, which wait, and which are sent away, with the time to come back.

A request waits in the event loop, without a thread or a connection, in a queue that is fair between those who wait
(`fair_queue`): for the writers' turn (`writers`), for a sign-in (`sign_in_queues`), or in order for a slot to read
(`reader_slots`). Some are refused at once: too many of one user's at the same time (`fair_share`) or in a minute
(`rate_limits`), and newcomers while the center cannot keep up (`reader_slots`).
"""
