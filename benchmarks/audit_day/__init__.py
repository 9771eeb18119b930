"""One more day of events into an audit with 400 days, against the same day into an empty audit."""
