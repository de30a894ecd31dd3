#define _GNU_SOURCE
#include <signal.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

#include "guardian_page.h"
#include "job.h"
#include "night.h"
#include "supervision.h"

#define page terminal_guardian_shared

/// Stops with those that started it, until the shell continues them.
static void stop_until_continued(void) {
  terminal_job_stop_starters();
  kill(getpid(), SIGSTOP);
  // A request from during the stop is served; the app asks again if it has another.
  atomic_store(&page->wants_stop, 0);
}

/// Stops so that the shell takes over, and leaves a watch behind if the app asked for one.
///
/// The shell continues the watch and the app as well; the app takes notice of the guardian's signal alone.
static void pass_night(const terminal_supervision *self) {
  pid_t keeper = terminal_night_watch_start(self->child, self->channel);
  stop_until_continued();
  terminal_night_watch_end(keeper, self->channel);
  atomic_store(&page->night, terminal_morning);
  kill(self->child, SIGCONT);
}

/// Has the app go on that stopped, or asked for a night.
static void go_on(const terminal_supervision *self) {
  if (terminal_night_has_begun()) {
    atomic_store(&page->night, terminal_morning);
    terminal_night_forget_requests(self->channel);
  }
  // It wakes one that waits for an answer, too.
  kill(self->child, SIGCONT);
}

/// Stops along with an app that is stopped; continues it, unless the shell did.
static void stop_along(const terminal_supervision *self) {
  stop_until_continued();
  // Somebody continued the app alone, which asked for a night that nobody watched.
  if (terminal_night_has_begun()) return go_on(self);
  siginfo_t news = {0};
  if (waitid(P_PID, (id_t)self->child, &news, WCONTINUED | WNOHANG) != 0 || news.si_pid == 0)
    kill(self->child, SIGCONT);
}

/// Stops after the app stopped or asked for it, so that the shell takes over; then continues the
/// app.
static void stop_with_app(const terminal_supervision *self) {
  terminal_supervision_restore(self);
  if (terminal_night_has_begun()) {
    pass_night(self);
  } else {
    stop_along(self);
  }
}

/// Whether the app has been told to end, or is to be next.
///
/// Continued for that the app may ask to stop again, before the guardian has passed the signal on.
static bool is_to_end(const terminal_supervision *self) {
  sigset_t pending;
  sigemptyset(&pending);
  sigpending(&pending);
  return self->sent_term || self->sent_hup || sigismember(&pending, SIGTERM) == 1 ||
         sigismember(&pending, SIGHUP) == 1;
}

void terminal_supervision_follow_stop(const terminal_supervision *self) {
  if (is_to_end(self)) {
    go_on(self);
  } else {
    stop_with_app(self);
  }
}
