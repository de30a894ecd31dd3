/// Nothing to call: linking this target gives Keepsake its guardian.
