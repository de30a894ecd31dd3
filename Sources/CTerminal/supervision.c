#define _GNU_SOURCE
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "guardian_page.h"
#include "job.h"
#include "night.h"
#include "output.h"
#include "patience.h"
#include "tty.h"

#define page terminal_guardian_shared

enum { restart_limit = 2 };

/// The guardian's private state.
typedef struct {
  const char *program;
  pid_t child;
  int tty;
  /// The channel on which the app asks the watch of a night.
  int channel;
  sigset_t awaited;
  bool sent_term;
  bool sent_hup;
} watch;

/// Records the signal that ended the app, and the time, in the file that the app named.
static void note_end(int number) {
  if (!atomic_exchange(&page->has_note, 0)) return;
  page->note_path[note_capacity - 1] = 0;
  int fd = open(page->note_path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return;
  struct timespec now = {0};
  clock_gettime(CLOCK_MONOTONIC, &now);
  uint32_t value = htole32((uint32_t)number);
  uint64_t time = htole64((uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec);
  uint8_t note[sizeof value + sizeof time];
  memcpy(note, &value, sizeof value);
  memcpy(note + sizeof value, &time, sizeof time);
  if (pwrite(fd, note, sizeof note, (off_t)page->note_offset) < 0) {}
  close(fd);
}

static bool is_crash(int number) {
  switch (number) {
    case SIGALRM:
      return atomic_load(&page->restarts_when_stuck) != 0;
    case SIGSEGV: case SIGBUS: case SIGILL: case SIGFPE: case SIGABRT: case SIGTRAP: case SIGSYS:
      return true;
    default:
      return false;
  }
}

static void restore_terminal(const watch *self) {
  if (self->tty < 0) return;
  if (atomic_exchange(&page->taken, 0) == 0) return;
  const terminal_guardian_way *way = &page->ways[atomic_load(&page->way) % 2];
  uint32_t length = way->length;
  if (length <= restore_capacity) {
    // CAN ends a truncated sequence.
    terminal_write_patiently(self->tty, (const uint8_t *)"\x18", 1);
    terminal_write_patiently(self->tty, way->restore, length);
  }
  // Another process in the foreground has set its own modes.
  if (terminal_tty_is_foreground(self->tty)) tcsetattr(self->tty, TCSANOW, &way->modes);
}

static void say_what_happened(const watch *self, int number) {
  char text[256];
  int length =
      number == SIGALRM
          ? snprintf(
                text, sizeof text, "%s: did not answer and was ended; what you saw is kept\n",
                self->program)
          : snprintf(
                text, sizeof text, "%s: ended by signal %d (%s); what you saw is kept\n",
                self->program, number, strsignal(number));
  if (length < 0) return;
  size_t count = (size_t)length < sizeof text ? (size_t)length : sizeof text - 1;
  if (write(STDERR_FILENO, text, count) < 0) {}
}

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
static void pass_night(const watch *self) {
  pid_t keeper = terminal_night_watch_start(self->child, self->channel);
  stop_until_continued();
  terminal_night_watch_end(keeper, self->channel);
  atomic_store(&page->night, terminal_morning);
  kill(self->child, SIGCONT);
}

/// Has the app go on that stopped, or asked for a night.
static void go_on(const watch *self) {
  if (terminal_night_has_begun()) {
    atomic_store(&page->night, terminal_morning);
    terminal_night_refuse(self->channel);
  }
  kill(self->child, SIGCONT);
}

/// Stops along with an app that is stopped; continues it, unless the shell did.
static void stop_along(const watch *self) {
  stop_until_continued();
  // Somebody continued the app alone, which asked for a night that nobody watched.
  if (terminal_night_has_begun()) return go_on(self);
  siginfo_t news = {0};
  if (waitid(P_PID, (id_t)self->child, &news, WCONTINUED | WNOHANG) != 0 || news.si_pid == 0)
    kill(self->child, SIGCONT);
}

/// Stops after the app stopped or asked for it, so that the shell takes over; then continues the
/// app.
static void stop_with_app(const watch *self) {
  restore_terminal(self);
  if (terminal_night_has_begun()) {
    pass_night(self);
  } else {
    stop_along(self);
  }
}

/// Waits for a signal to the guardian; retries when interrupted, as by a debugger.
static int next_signal(const watch *self) {
  for (;;) {
    int number = sigwaitinfo(&self->awaited, NULL);
    if (number > 0 || errno != EINTR) return number;
  }
}

/// Passes a termination signal on to the app, once, and continues the app if it is stopped.
static void forward(const watch *self, int number, bool *was_sent) {
  if (*was_sent) return;
  *was_sent = true;
  kill(self->child, number);
  kill(self->child, SIGCONT);
}

/// Whether the app has been told to end, or is to be next.
///
/// Continued for that the app may ask to stop again, before the guardian has passed the signal on.
static bool is_to_end(const watch *self) {
  sigset_t pending;
  sigemptyset(&pending);
  sigpending(&pending);
  return self->sent_term || self->sent_hup || sigismember(&pending, SIGTERM) == 1 ||
         sigismember(&pending, SIGHUP) == 1;
}

/// Stops along with the app, unless the app has been told to end.
static void follow_stop(const watch *self) {
  if (is_to_end(self)) {
    go_on(self);
  } else {
    stop_with_app(self);
  }
}

/// Waits until the app has ended; returns its wait status.
static int supervise(watch *self) {
  for (;;) {
    int status;
    pid_t changed = waitpid(self->child, &status, WNOHANG | WUNTRACED);
    if (changed == self->child && WIFSTOPPED(status)) {
      follow_stop(self);
      continue;
    }
    if (changed == self->child) return status;
    if (changed < 0 && errno != EINTR) return 0;
    if (atomic_exchange(&page->wants_stop, 0) != 0) follow_stop(self);
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

void terminal_guardian_dump_no_core(void) {
  // Not 0: that would still feed a program that collects core dumps through a pipe.
  struct rlimit none = {.rlim_cur = 1, .rlim_max = 1};
  setrlimit(RLIMIT_CORE, &none);
}

/// Turns the child into the app: it dies with its guardian and dumps no core.
static void become_app(const watch *self, const original *before) {
  if (self->child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGHUP);
    if (getppid() != before->parent) _exit(128 + SIGHUP);
  }
  prctl(PR_SET_NAME, before->name);
  terminal_guardian_dump_no_core();
  if (self->tty >= 0) close(self->tty);
  if (self->channel >= 0) close(self->channel);
  for (int i = 0; i < ignored_count; i++) sigaction(ignored_signals[i], &before->actions[i], NULL);
  sigprocmask(SIG_SETMASK, &before->mask, NULL);
}

/// Turns this process into an app without a guardian, which restores the terminal itself.
static void become_unguarded(const watch *self, const original *before) {
  become_app(self, before);
  // Stays mapped: the progress of the output lies in it.
  page = NULL;
}

static void become_guardian(watch *self, original *before, const char *process_name) {
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
  self->tty = terminal_tty_open();
}

/// Makes the channel of an app that is to be forked; without one it sleeps until the shell continues it.
///
/// Returns the app's end.
static int make_channel(watch *self) {
  int ends[2] = {-1, -1};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) ends[0] = ends[1] = -1;
  self->channel = ends[0];
  return ends[1];
}

/// Prepares the page for an app that is to be forked: another one may have died at night.
static void prepare_page(int restarts) {
  page->restarts = restarts;
  atomic_store(&page->wants_stop, 0);
  atomic_store(&page->night, terminal_day);
}

void terminal_guardian_guard(
    const char *program, const char *process_name, bool may_restart, void (*start)(void)) {
  watch self = {.program = program, .tty = -1, .channel = -1};
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
      terminal_night_use_channel(app_channel);
      if (start != NULL) start();
      return;
    }
    if (app_channel >= 0) close(app_channel);
    if (self.child < 0 && restarts == 0) return become_unguarded(&self, &before);
    if (self.child < 0) _exit(EXIT_FAILURE);
    int status = supervise(&self);
    if (self.channel >= 0) close(self.channel);
    restore_terminal(&self);
    bool starts_again = atomic_exchange(&page->starts_again, 0) != 0 && WIFEXITED(status);
    if (starts_again && !self.sent_term && !self.sent_hup) {
      // No crash: the app has all of its restarts again.
      restarts = -1;
      continue;
    }
    if (WIFEXITED(status)) {
      terminal_output_show(self.tty);
      _exit(WEXITSTATUS(status));
    }
    int number = WTERMSIG(status);
    note_end(number);
    bool is_left_alone = self.sent_term || self.sent_hup || restarts == restart_limit;
    if (is_crash(number) && may_restart && !is_left_alone) continue;
    // The app's last output says why it crashed.
    terminal_output_show(self.tty);
    say_what_happened(&self, number);
    _exit(128 + number);
  }
}
