/// Nothing to call: the target gives Keepsake its guardian by being linked.
