#ifndef CKEEPSAKE_H
#define CKEEPSAKE_H

#include <stdbool.h>
#include <sys/types.h>

// Linking this target gives Keepsake its guardian; nothing has to be called for that.

/// Has the kernel kill this process as soon as its parent ends, and names it in process lists.
///
/// Returns false if the parent has already ended, so that no process supervises this one.
bool keepsake_end_with_parent(pid_t parent, const char *name);

#endif
