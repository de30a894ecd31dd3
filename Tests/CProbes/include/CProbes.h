/// Nothing to call: the target gives the probes of the tests their guardian by being linked.
