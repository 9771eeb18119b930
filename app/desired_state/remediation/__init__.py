"""Acts on suggestions, and undoes it: plans, notice, application, roll-back, opt-outs.

It may use findings, inquiry, `granting` and the notices of requests. It must not revoke anything at once: every change
was announced before, and can be rolled back.
"""
