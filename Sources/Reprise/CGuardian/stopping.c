#define _GNU_SOURCE
#include <signal.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

#include "guardian_page.h"
#include "job.h"
#include "suspension.h"
#include "supervision.h"
#include "tty.h"

#define page guardian_shared

/// Stops this process and those that started it, until the shell continues them.
static void stop_until_continued(void) {
  guardian_job_stop_starters();
  kill(getpid(), SIGSTOP);
  // Clears requests made during the stop, which has served them; the app repeats any other.
  atomic_store(&page->wants_stop, 0);
}

/// Stops so that the shell takes over, and leaves a watch behind if the app asked for one.
///
/// The shell continues the watch and the app as well, but the app reacts only to the guardian's signal.
static void stop_suspended(const guardian_supervision *self) {
  pid_t keeper = suspend_watch_start(self->child, self->channel);
  stop_until_continued();
  suspend_watch_end(keeper, self->channel);
  atomic_store(&page->suspension, suspension_ended);
  kill(self->child, SIGCONT);
}

/// Continues an app that stopped or asked to be suspended.
static void continue_app(const guardian_supervision *self) {
  if (suspension_has_begun()) {
    atomic_store(&page->suspension, suspension_ended);
    suspension_forget_requests(self->channel);
  }
  // The signal also wakes an app that waits for an answer.
  kill(self->child, SIGCONT);
}

/// Stops along with a stopped app, then continues the app unless the shell did.
static void stop_along(const guardian_supervision *self) {
  stop_until_continued();
  // Something continued the app alone, which then asked for a suspension without a watch.
  if (suspension_has_begun()) return continue_app(self);
  siginfo_t news = {0};
  if (waitid(P_PID, (id_t)self->child, &news, WCONTINUED | WNOHANG) != 0 || news.si_pid == 0)
    kill(self->child, SIGCONT);
}

/// Stops after the app stopped or asked for it, so that the shell takes over; then continues the
/// app.
static void stop_with_app(const guardian_supervision *self) {
  guardian_restore(self);
  if (suspension_has_begun()) {
    stop_suspended(self);
  } else {
    stop_along(self);
  }
}

/// Whether the app has been told to end, or will be next.
///
/// An app that is continued to end may ask to stop again before the guardian has passed the signal on.
static bool is_to_end(const guardian_supervision *self) {
  sigset_t pending;
  sigemptyset(&pending);
  sigpending(&pending);
  return self->sent_term || self->sent_hup || sigismember(&pending, SIGTERM) == 1 ||
         sigismember(&pending, SIGHUP) == 1;
}

void guardian_follow_stop(const guardian_supervision *self) {
  if (is_to_end(self)) {
    continue_app(self);
  } else {
    stop_with_app(self);
  }
}

void guardian_follow_foreground_stop(const guardian_supervision *self, pid_t program) {
  // Continued in the background, the program would only stop again.
  do {
    if (page->can_stop && !is_to_end(self)) stop_until_continued();
  } while (page->can_stop && !is_to_end(self) && !tty_is_foreground(self->tty));
  tcsetpgrp(self->tty, program);
  kill(-program, SIGCONT);
}
