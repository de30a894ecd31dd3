#ifndef CGUARDIAN_GUARDIAN_H
#define CGUARDIAN_GUARDIAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <termios.h>

/// How to run a command line.
typedef enum {
  /// In one process.
  GUARDIAN_NONE,
  /// With a guardian that restarts the app after a crash, twice at most.
  GUARDIAN_WITH_RESTART,
  /// With a guardian that does not restart the app.
  GUARDIAN_WITHOUT_RESTART,
} guardian_mode;

/// The process that the shell waits for: it restores the terminal however the app ends.
typedef struct {
  /// The program's name, for the line that reports a fatal signal.
  const char *program;
  /// The guardian's name in process lists; the system keeps 15 bytes.
  const char *process_name;
  /// Decides whether a command line opens the interface. Runs before anything else in the process,
  /// so it may read its arguments but call nothing.
  guardian_mode (*choose)(int argc, char **argv, char **environment);
} guardian_options;

/// Gives an executable a guardian; belongs once in a C file of the executable.
///
/// The guardian forks before even the constructors run. Those of Swift and Dispatch store the main
/// thread's number and write it into their locks. A process forked later would have its parent's
/// number, and a contended lock would never be released.
#define GUARDIAN(options)                                                         \
  static void split_off_guardian(int argc, char **argv, char **environment) {    \
    guardian_split_off(&(options), argc, argv, environment);                     \
  }                                                                              \
  __attribute__((section(".preinit_array"), used)) static void (*const           \
      guardian_at_start)(int, char **, char **) = split_off_guardian

/// Called by `GUARDIAN`; returns in the app, never in the guardian.
///
/// Without a terminal, or when the system allows no further process, the app runs unguarded.
void guardian_split_off(
    const guardian_options *guardian, int argc, char **argv, char **environment);

/// Gives an executable a guardian without a C file of its own; called from `main`, before there is a
/// second thread.
///
/// The process becomes the guardian and executes the program again in a child, which calls this a
/// second time and continues. That costs one program start more than `GUARDIAN`; in an executable
/// that uses `GUARDIAN`, this does nothing.
///
/// Returns false when the guardian could not be started: other threads run already, or the system
/// allows no further process. Returns true without a terminal, which needs no guardian.
bool guardian_start(
    const char *program, const char *process_name, bool may_restart, char *const *argv);

/// Makes the guardian start the app again, in a fresh process, after it exits in order.
///
/// The message is for the next start; it takes 255 bytes at most. Returns false without a guardian.
bool guardian_start_again(const char *message);

/// The message of the last `guardian_start_again`; empty at first and without a guardian.
const char *guardian_message(void);

/// Whether a guardian watches this process.
bool guardian_is_present(void);

/// How often the app was restarted after a crash, from 0.
int guardian_restarts(void);

/// Tells the guardian that the app has taken the terminal, and the bytes and modes that restore it.
///
/// Without a guardian the app itself restores it when it crashes or exits.
void guardian_note_taken(
    const uint8_t *restore, size_t count, const struct termios *modes);

/// Tells the guardian that the app has restored the terminal itself.
///
/// Returns false when the guardian has already done so.
bool guardian_note_released(void);

/// Gives the terminal to another program, such as an editor, which leads a process group; 0 takes it back.
///
/// If the app ends meanwhile, the guardian waits for the program to end, and only then restores the terminal. SIGTTOU
/// must be ignored (`signals.h`). Works without a guardian, too.
void guardian_give_terminal(int tty, pid_t program);

/// Notes a program that runs without the terminal and leads a process group: if the app ends first, the guardian sends
/// SIGTERM to the group. At most sixteen at a time; further ones outlive the app.
void guardian_note_program(pid_t program);

/// Forgets a noted program, which has ended.
void guardian_forget_program(pid_t program);

/// Makes the guardian record the signal that ends the app, if one does, in a file that exists by
/// then: 4 bytes, little-endian, at `offset`, then 8 bytes with the time in nanoseconds of the
/// monotonic clock. Returns false without a guardian.
bool guardian_note_end_in(const char *path, uint64_t offset);

/// Makes the guardian write a file if the app crashes: a line with the signal's number, then what the app
/// printed last, which is the message of a trap. Returns false without a guardian.
bool guardian_note_crash_in(const char *path);

/// Stops this process, its guardian, and the processes of the same job that started them, until the
/// shell continues them.
///
/// Returns false without stopping when no shell could continue them.
bool guardian_stop(void);

/// Stops the guardian alone, so that the shell considers the job stopped while the app continues.
///
/// The app then stops with `guardian_stop` or `guardian_suspend`.
///
/// Returns false without stopping when there is no guardian, or no shell that could continue it.
bool guardian_stop_job(void);

/// The reason why a suspension ended.
typedef enum {
  /// Nothing: there is no guardian, or no shell that could continue it.
  GUARDIAN_WAKE_NONE,
  /// A descriptor has something to read, or its other end closed it.
  GUARDIAN_WAKE_DATA,
  /// The deadline came.
  GUARDIAN_WAKE_TIME,
  /// Another cause: the shell continued the job, or a signal came.
  GUARDIAN_WAKE_OTHER,
  /// The app did not sleep: it has to handle a pending signal first.
  GUARDIAN_WAKE_BUSY,
} guardian_wake;

/// Stops this process and its job, until there is something to read, it is time, or the shell continues it.
///
/// Meanwhile another process holds the descriptors. It wakes only this process, without the shell
/// noticing. Ten seconds later it stops this process again, unless this process is suspended again
/// by then or asked for more time; after that, only the shell can continue it.
///
/// The signals have to be watched (`signals.h`). At most four descriptors are used; further ones
/// are ignored. `deadline` is in nanoseconds of `CLOCK_BOOTTIME`, 0 for none. `is_late` ignores
/// input that the descriptors hold already.
guardian_wake guardian_suspend(
    const int *descriptors, size_t count, uint64_t deadline, bool is_late);

/// Gives this process some more seconds before it is stopped again after it was woken.
void guardian_extend_time(unsigned seconds);

/// Starts a watchdog that kills this process after some seconds; 0 stops it.
///
/// Time in which the process is stopped or frozen counts as one second at most.
///
/// The guardian reports that the app did not answer, and restarts it if asked to. Does nothing
/// without a guardian, or while a debugger traces the process.
void guardian_watch(unsigned seconds, bool starts_again);

#endif
