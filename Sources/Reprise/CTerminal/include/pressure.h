#ifndef CTERMINAL_PRESSURE_H
#define CTERMINAL_PRESSURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A source of memory pressure reports.
typedef struct {
  /// Readable when there is a report; -1 if this program gets no reports.
  int set;
  /// The watched file or pipe.
  int source;
  /// Whether it is a file of the kernel.
  bool is_file;
} terminal_memory;

/// Starts watching memory pressure: a pressure file of the kernel, or a pipe that another program
/// writes to (systemd's memory pressure protocol).
///
/// `trigger` is written to it first. Any other kind of file is neither written to nor watched.
terminal_memory terminal_memory_watch(const char *path, const uint8_t *trigger, size_t count);

/// Whether memory is short; called when the set is readable, and consumes the report.
bool terminal_memory_take(terminal_memory watch);

/// Stops watching.
void terminal_memory_unwatch(terminal_memory watch);

/// Returns unused memory to the system.
void terminal_memory_trim(void);

#endif
