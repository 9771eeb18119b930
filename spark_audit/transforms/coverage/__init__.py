"""How complete the log is, and on which days each cluster was watched. Absence of use proves nothing on other days.

It may use the numbers that brokers give their events. It must not know what the events are about.
"""
