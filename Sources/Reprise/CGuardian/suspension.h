#ifndef CGUARDIAN_SUSPENSION_H
#define CGUARDIAN_SUSPENSION_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/// Suspension: the app sleeps while the shell has its job stopped, and is woken to work.
///
/// The shell considers a job stopped while the guardian is, so the guardian cannot wake the app itself. It
/// leaves a watch behind: a small process that holds the app's descriptors, stops the app, and wakes it. The
/// app sends the watch requests over a channel that was made before the app was forked. A suspension lasts
/// from the stop of the job until the shell continues it.

/// The state of a suspension, in the page.
enum {
  /// The job runs, or is stopped with the app and without a watch.
  suspension_none,
  /// The app asked for a watch: only the watch stops and wakes it.
  suspension_active,
  /// The shell has continued the job, and the app does not know yet.
  suspension_ended,
};

/// The most descriptors that the app gives to the watch: its socket, and those of file and lock events.
enum { suspension_descriptors = 4 };

/// A request of the app to the watch; its descriptors come with it.
typedef struct {
  /// The number of the suspension: requests that an earlier one left are ignored.
  uint32_t suspension;
  /// Whether the app slept too late: input that these already hold does not wake it again.
  uint32_t is_late;
  /// When to wake the app, in nanoseconds of the clock that counts the machine's sleep; 0 for never.
  uint64_t deadline;
} suspension_request;

/// Sets this process's end of the channel; -1 for none.
void suspension_use_channel(int channel);

/// The app's channel; -1 without one.
int suspension_channel(void);

/// Whether a descriptor is a channel that a process made.
bool suspension_is_channel(int channel, pid_t maker);

/// Whether a SIGCONT comes from the shell, through the guardian, and not from the watch.
///
/// Both are called in a signal handler: the first to decide, the second once SIGCONT is queued for the app.
bool suspension_allows_continue(void);
void suspension_did_resume(void);

/// Begins a suspension in the app: the guardian will leave a watch behind when it stops.
void suspension_begin(void);

/// Whether the app asked for a watch: called in the guardian.
bool suspension_has_begun(void);

/// Leaves a watch behind, in the guardian; returns its number, or -1 if the system allows no further
/// process: then nothing wakes the app before the shell does.
pid_t suspend_watch_start(pid_t app, int channel);

/// Discards unread requests of the app, which would keep its socket open.
void suspension_forget_requests(int channel);

/// Ends the watch and discards its requests; the guardian calls it before it continues the app.
void suspend_watch_end(pid_t watch, int channel);

#endif
