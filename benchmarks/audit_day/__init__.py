"""One more day of events into an audit that holds 400 days, beside the same day into an empty one."""
