"""What a release says about the parts of others in it: their licences, and its own list of parts (`make release`)."""
