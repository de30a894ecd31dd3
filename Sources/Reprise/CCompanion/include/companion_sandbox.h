#ifndef COMPANION_SANDBOX_H
#define COMPANION_SANDBOX_H

/* For a companion that decodes untrusted files: it can be taken over, and must not reach anything then. */

#include <stdbool.h>

enum companion_files {
  COMPANION_NO_FILES,   /* nothing but the channel */
  COMPANION_READS_FONTS /* system-wide fonts and their configuration, read-only */
};

/* Closes every other file, ends this process with its parent, and limits memory to a gibibyte and time to ten
 * seconds. Libraries can still be loaded afterwards. */
bool companion_limit(enum companion_files files);

/* Refuses all system calls but those for the channel, memory, the libraries' threads and, on request, reading.
 * Memory can't become executable any more. On architectures other than x86-64 and AArch64 only the limits protect. */
bool companion_refuse_calls(enum companion_files files);

#endif
