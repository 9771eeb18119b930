"""How complete the log is, and on which days each cluster was watched: only there silence says something.

It may use the numbers that brokers give their events. It must not know what the events are about.
"""
