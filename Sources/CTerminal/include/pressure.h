#ifndef CTERMINAL_PRESSURE_H
#define CTERMINAL_PRESSURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What tells that memory is short.
typedef struct {
  /// Can be read from when there is something to tell; -1 where this program is not told.
  int set;
  /// What is looked at.
  int source;
  /// Whether that is a file of the kernel's.
  bool is_file;
} terminal_memory;

/// Begins to watch for short memory: a pressure file of the kernel's, or a pipe that somebody else
/// writes to (systemd's memory pressure protocol).
///
/// `wish` is what is written to it first. Anything that is neither a file of the kernel's nor a pipe
/// is left as it is and not watched.
terminal_memory terminal_memory_watch(const char *path, const uint8_t *wish, size_t count);

/// Whether memory is short, asked when the set can be read from; takes note that it was told.
bool terminal_memory_take(terminal_memory watch);

/// Ends to watch.
void terminal_memory_unwatch(terminal_memory watch);

/// Gives memory that is not used back to the system.
void terminal_memory_trim(void);

#endif
