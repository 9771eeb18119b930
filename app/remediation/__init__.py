"""From suggestion to change and back: plans, notice, application, roll-back, opt-outs.

It may use findings, inquiry, `granting` and the notices of requests. It must not take anything away at once: what it
changes was announced, and can be put back.
"""
