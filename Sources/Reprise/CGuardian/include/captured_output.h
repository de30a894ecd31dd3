#ifndef CGUARDIAN_CAPTURED_OUTPUT_H
#define CGUARDIAN_CAPTURED_OUTPUT_H

#include <stdbool.h>
#include <stdint.h>

/// Captures output while the app has the terminal: `print`, a C library's error, the message of a
/// trap. It would corrupt the screen, and could send the terminal any control sequence.
///
/// The newest 64 KiB are kept in memory shared with the guardian. They are shown, with everything
/// but text escaped, once the terminal is restored: by the app, or by the process that survives it.

/// The progress of the output, shared by app and guardian.
typedef struct {
  /// The offset of the first byte that has not been shown.
  _Atomic uint64_t begin;
  /// Whether bytes before it were dropped.
  _Atomic uint32_t is_cut;
} captured_output_progress;

/// Allocates the memory; the guardian calls it before the fork, otherwise the first use does.
///
/// `progress` points into shared memory; NULL without a guardian.
void captured_output_prepare(captured_output_progress *progress);

/// The descriptor of the memory, or -1 without one; close-on-exec is set.
int captured_output_memory(void);

/// Adopts the memory that the guardian allocated, after an `exec`.
void captured_output_inherit(int descriptor, captured_output_progress *progress);

/// Starts capturing standard output and standard error, as far as they lead to a terminal.
void captured_output_begin(void);

/// Stops capturing; shows nothing yet.
void captured_output_stop(void);

/// Whether output is captured.
bool captured_output_is_on(void);

/// Shows the captured output that has not been shown yet, on an open terminal in its usual modes.
///
/// Safe in a signal handler.
void captured_output_show(int tty);

/// The offset at which the next captured byte is stored; 0 if nothing is captured.
uint64_t captured_output_end(void);

/// Copies the newest 16 KiB of captured output, from an offset on, to a file as they are.
void captured_output_copy(int descriptor, uint64_t begin);

/// Drops old output when there is too much; called now and then during the capture.
void captured_output_trim(void);

#endif
