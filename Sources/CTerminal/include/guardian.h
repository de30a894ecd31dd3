#ifndef CTERMINAL_GUARDIAN_H
#define CTERMINAL_GUARDIAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <termios.h>

/// How a command line is to be run.
typedef enum {
  /// As it is, in one process.
  TERMINAL_UNGUARDED,
  /// With a guardian that starts the app again after a crash, twice at most.
  TERMINAL_GUARDED,
  /// With a guardian that lets a crash end the app.
  TERMINAL_GUARDED_ONCE,
} terminal_guarding;

/// The process that the shell waits for: it gives the terminal back however the app ends (design 4).
typedef struct {
  /// The name in the one line printed when the app was ended by a signal.
  const char *program;
  /// What process lists call the guardian; the system keeps 15 bytes.
  const char *process_name;
  /// Says whether a command line opens the interface. Runs before anything else in the process, so
  /// it may look at what it is given and call nothing.
  terminal_guarding (*choose)(int argc, char **argv, char **environment);
} terminal_guardian;

/// Gives an executable a guardian: stands once in a C file of the executable.
///
/// The guardian splits off before even the constructors run. Swift's and Dispatch's note the number
/// of the main thread and write it into their locks; in a process forked after that the number is
/// the parent's, and a lock that two threads want is never given free again.
#define TERMINAL_GUARDIAN(guardian)                                              \
  static void split_off_guardian(int argc, char **argv, char **environment) {    \
    terminal_guardian_split_off(&(guardian), argc, argv, environment);           \
  }                                                                              \
  __attribute__((section(".preinit_array"), used)) static void (*const           \
      guardian_split_off)(int, char **, char **) = split_off_guardian

/// What `TERMINAL_GUARDIAN` calls: returns in the app, never in the guardian.
///
/// Without a terminal, or when the system allows no further process, the app runs unguarded.
void terminal_guardian_split_off(
    const terminal_guardian *guardian, int argc, char **argv, char **environment);

/// How often the app was started again after a crash, from 0.
int terminal_guardian_restarts(void);

/// Tells the guardian that the app has taken the terminal, and the bytes and modes that give it back.
///
/// Without a guardian the app itself gives it back when it crashes or exits in between.
void terminal_guardian_note_taken(
    const uint8_t *restore, size_t count, const struct termios *modes);

/// Tells the guardian that the app has given the terminal back itself.
///
/// False when the guardian has done so already.
bool terminal_guardian_note_given_back(void);

/// Has the guardian write the number of the signal that ends the app, if one does, into a file that
/// exists then: 4 bytes, little-endian, at `offset`, and after it 8 bytes with the time in nanoseconds
/// of the monotonic clock. False without a guardian.
bool terminal_guardian_note_end_in(const char *path, uint64_t offset);

/// Stops this process, and along with it its guardian and whoever started that in the same job, until
/// the shell continues them.
///
/// False without stopping when there is no shell that could do that.
bool terminal_guardian_stop(void);

/// Stops the guardian alone, so that the shell takes the job for stopped while the app goes on.
///
/// False without stopping when there is no guardian, or no shell that could continue it.
bool terminal_guardian_stop_job(void);

/// Has the system end this process some seconds from now; 0 takes that back.
///
/// Time in which the process is stopped or frozen counts as one second at most.
///
/// The guardian says that the app did not answer, and starts it again if it is to. Does nothing
/// without a guardian, or while a debugger looks at the process.
void terminal_guardian_watch(unsigned seconds, bool starts_again);

#endif
