/// Nothing to call: the target gives the probe its guardian by being linked.
