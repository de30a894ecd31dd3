#ifndef CTERMINAL_NIGHT_H
#define CTERMINAL_NIGHT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/// How an app sleeps while the shell has its job stopped.
///
/// The shell counts a job as stopped when the guardian is, so the guardian cannot look after the app then.
/// It leaves a watch behind: a small process that holds the app's socket, stops the app, and wakes it. The
/// app asks the watch over a channel that was made before the app was forked. The time from such a stop of
/// the job until the shell continues it is a night.

/// How it stands, in the page.
enum {
  /// The job runs, or is stopped with the app and without a watch.
  terminal_day,
  /// The app asked for a watch: only the watch stops and wakes it.
  terminal_night,
  /// The shell has continued the job, and the app has not heard of it yet.
  terminal_morning,
};

/// How many descriptors the app gives to the watch at most: its socket, and what tells of files and of locks.
enum { terminal_night_descriptors = 4 };

/// What the app asks of the watch, along with its descriptors.
typedef struct {
  /// The number of the night: what is left of another one counts no more.
  uint32_t night;
  /// Whether the app slept later than it should: what these hold already does not wake it again.
  uint32_t is_late;
  /// When to wake the app, in nanoseconds of the clock that counts the machine's sleep; 0 for never.
  uint64_t deadline;
} terminal_night_request;

/// Has the channel to the app or to its guardian in this process; -1 without one.
void terminal_night_use_channel(int channel);

/// The app's channel; -1 without one.
int terminal_night_channel(void);

/// Whether a descriptor is a channel that a process made.
bool terminal_night_is_channel(int channel, pid_t maker);

/// Whether the signal to continue comes from the shell, by way of the guardian; others are the watch's.
///
/// Called in a handler of signals, as is `terminal_night_heard_morning`, once the app will hear of it.
bool terminal_night_allows_continue(void);
void terminal_night_heard_morning(void);

/// Begins a night in the app: the guardian will leave a watch behind when it stops.
void terminal_night_begin(void);

/// Whether the app asked for a watch: called in the guardian.
bool terminal_night_has_begun(void);

/// Leaves a watch behind, in the guardian; returns its number, or -1 if the system allows no further
/// process: then nothing wakes the app before the shell does.
pid_t terminal_night_watch_start(pid_t app, int channel);

/// Throws away what the app asked: a request that nobody takes holds its socket open.
void terminal_night_forget_requests(int channel);

/// Ends the watch and what it was asked; the guardian does before it continues the app.
void terminal_night_watch_end(pid_t watch, int channel);

#endif
