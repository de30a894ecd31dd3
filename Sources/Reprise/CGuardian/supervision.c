#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "guardian_page.h"
#include "limits.h"
#include "suspension.h"
#include "captured_output.h"
#include "supervision.h"
#include "tty.h"

#define page guardian_shared

enum { restart_limit = 2 };

/// Waits for a signal to the guardian; retries when interrupted, as by a debugger.
static int next_signal(const guardian_supervision *self) {
  for (;;) {
    int number = sigwaitinfo(&self->awaited, NULL);
    if (number > 0 || errno != EINTR) return number;
  }
}

/// Passes a termination signal on to the app, once; from then on an app that stops is continued.
static void forward(const guardian_supervision *self, int number, bool *was_sent) {
  if (*was_sent) return;
  *was_sent = true;
  kill(self->child, number);
}

/// Waits until the app has ended; returns its wait status.
static int supervise(guardian_supervision *self) {
  for (;;) {
    int status;
    pid_t changed = waitpid(self->child, &status, WNOHANG | WUNTRACED);
    if (changed == self->child && WIFSTOPPED(status)) {
      guardian_follow_stop(self);
      continue;
    }
    if (changed == self->child) return status;
    if (changed < 0 && errno != EINTR) return 0;
    if (atomic_exchange(&page->wants_stop, 0) != 0) guardian_follow_stop(self);
    guardian_watch_foreground();
    switch (next_signal(self)) {
      case SIGTERM:
        forward(self, SIGTERM, &self->sent_term);
        break;
      case SIGHUP:
        forward(self, SIGHUP, &self->sent_hup);
        break;
      default:
        break;
    }
  }
}

/// Signals that the guardian ignores.
static const int ignored_signals[] = {SIGTSTP, SIGINT, SIGQUIT, SIGTTIN, SIGTTOU, SIGPIPE};
enum { ignored_count = sizeof ignored_signals / sizeof *ignored_signals };

/// The process's state before it became the guardian, restored in the app.
typedef struct {
  pid_t parent;
  char name[16];
  sigset_t mask;
  struct sigaction actions[ignored_count];
} original;

/// Turns the child into the app: it dies with its guardian and dumps no core.
static void become_app(const guardian_supervision *self, const original *before) {
  if (self->child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGHUP);
    if (getppid() != before->parent) _exit(128 + SIGHUP);
  }
  prctl(PR_SET_NAME, before->name);
  limits_dump_no_core();
  if (self->tty >= 0) close(self->tty);
  if (self->channel >= 0) close(self->channel);
  for (int i = 0; i < ignored_count; i++) sigaction(ignored_signals[i], &before->actions[i], NULL);
  sigprocmask(SIG_SETMASK, &before->mask, NULL);
}

/// Turns this process into an app without a guardian, which restores the terminal itself.
static void become_unguarded(const guardian_supervision *self, const original *before) {
  become_app(self, before);
  // Keep it mapped: it contains the progress of the output.
  page = NULL;
}

static void become_guardian(guardian_supervision *self, original *before, const char *process_name) {
  before->parent = getpid();
  prctl(PR_GET_NAME, before->name);
  prctl(PR_SET_NAME, process_name);
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  for (int i = 0; i < ignored_count; i++) sigaction(ignored_signals[i], &ignore, &before->actions[i]);
  signal(SIGCHLD, SIG_DFL);
  sigemptyset(&self->awaited);
  sigaddset(&self->awaited, SIGCHLD);
  sigaddset(&self->awaited, SIGTERM);
  sigaddset(&self->awaited, SIGHUP);
  sigprocmask(SIG_BLOCK, &self->awaited, &before->mask);
  self->tty = tty_open();
}

/// Makes the channel of an app that is to be forked; without one it sleeps until the shell continues it.
///
/// Returns the app's end.
static int make_channel(guardian_supervision *self) {
  int ends[2] = {-1, -1};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) ends[0] = ends[1] = -1;
  self->channel = ends[0];
  return ends[1];
}

/// Prepares the page for an app that is to be forked: another one may have died while it was suspended.
static void prepare_page(int restarts) {
  page->restarts = restarts;
  page->output_began = captured_output_end();
  atomic_store(&page->wants_stop, 0);
  atomic_store(&page->foreground, 0);
  atomic_store(&page->suspension, suspension_none);
}

/// Whether the app ended to start again, with none of its memory.
static bool wants_start(const guardian_supervision *self, int status) {
  bool was_asked = atomic_exchange(&page->starts_again, 0) != 0;
  return was_asked && WIFEXITED(status) && !self->sent_term && !self->sent_hup;
}

/// Whether the app crashed, and not too often.
static bool is_restarted(const guardian_supervision *self, int status, int restarts) {
  bool is_left_alone = self->sent_term || self->sent_hup || restarts == restart_limit;
  return WIFSIGNALED(status) && guardian_is_crash(WTERMSIG(status)) && !is_left_alone;
}

/// Shows the app's last output, which may explain a crash, and ends the way the app did.
static _Noreturn void end_like_app(const guardian_supervision *self, int status) {
  captured_output_show(self->tty);
  if (!WIFSIGNALED(status)) _exit(WEXITSTATUS(status));
  guardian_say_end(self, WTERMSIG(status));
  _exit(128 + WTERMSIG(status));
}

void guardian_guard(
    const char *program, const char *process_name, bool may_restart, void (*start)(void)) {
  guardian_supervision self = {.program = program, .tty = -1, .channel = -1};
  original before;
  become_guardian(&self, &before, process_name);
  page->guardian = getpid();
  memcpy(page->name, before.name, sizeof page->name);
  for (int restarts = 0;; restarts++) {
    prepare_page(restarts);
    int app_channel = make_channel(&self);
    self.child = fork();
    if (self.child == 0) {
      become_app(&self, &before);
      suspension_use_channel(app_channel);
      if (start != NULL) start();
      return;
    }
    if (app_channel >= 0) close(app_channel);
    if (self.child < 0 && restarts == 0) return become_unguarded(&self, &before);
    if (self.child < 0) _exit(EXIT_FAILURE);
    int status = supervise(&self);
    if (self.channel >= 0) close(self.channel);
    guardian_end_background();
    guardian_outlast_foreground(&self);
    guardian_restore(&self);
    if (WIFSIGNALED(status)) {
      guardian_note_end(WTERMSIG(status));
      if (guardian_is_crash(WTERMSIG(status)))
        guardian_save_crash(WTERMSIG(status));
    }
    if (wants_start(&self, status)) {
      // No crash: the app has all of its restarts again.
      restarts = -1;
    } else if (!may_restart || !is_restarted(&self, status, restarts)) {
      end_like_app(&self, status);
    }
  }
}
