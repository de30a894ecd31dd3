#define _GNU_SOURCE
#include "guardian.h"

#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "job.h"
#include "unguarded.h"
#include "output.h"
#include "patience.h"
#include "tty.h"
#include "watchdog.h"

enum { restart_limit = 2, restore_capacity = 1024, note_capacity = 4096 };

/// What the app tells its guardian, in shared memory.
typedef struct {
  _Atomic uint32_t taken;
  _Atomic uint32_t length;
  bool can_stop;
  _Atomic uint32_t wants_stop;
  _Atomic uint32_t restarts_when_stuck;
  uint8_t restore[restore_capacity];
  struct termios modes;
  _Atomic uint32_t has_note;
  uint64_t note_offset;
  char note_path[note_capacity];
} shared_page;

static shared_page *page;
static int restarts;

/// The guardian's private state.
typedef struct {
  const char *program;
  pid_t child;
  int tty;
  sigset_t awaited;
  bool sent_term;
  bool sent_hup;
} watch;

void terminal_guardian_note_taken(
    const uint8_t *restore, size_t count, const struct termios *modes) {
  if (page == NULL) return terminal_unguarded_note_taken(restore, count, modes);
  if (count > restore_capacity) return;
  atomic_store(&page->taken, 0);
  memcpy(page->restore, restore, count);
  page->modes = *modes;
  atomic_store(&page->length, (uint32_t)count);
  atomic_store(&page->taken, 1);
}

bool terminal_guardian_note_released(void) {
  if (page == NULL) terminal_unguarded_note_released();
  return page == NULL || atomic_exchange(&page->taken, 0) != 0;
}

bool terminal_guardian_note_end_in(const char *path, uint64_t offset) {
  if (page == NULL || strlen(path) >= note_capacity) return false;
  atomic_store(&page->has_note, 0);
  strcpy(page->note_path, path);
  page->note_offset = offset;
  atomic_store(&page->has_note, 1);
  return true;
}

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

bool terminal_guardian_stop(void) {
  if (!(page != NULL ? page->can_stop : terminal_job_has_shell())) return false;
  if (page == NULL) terminal_job_stop_starters();
  kill(getpid(), SIGSTOP);
  return true;
}

bool terminal_guardian_stop_job(void) {
  if (page == NULL || !page->can_stop) return false;
  atomic_store(&page->wants_stop, 1);
  return kill(getppid(), SIGCHLD) == 0;
}

void terminal_guardian_watch(unsigned seconds, bool starts_again) {
  if (page == NULL) return;
  atomic_store(&page->restarts_when_stuck, starts_again);
  terminal_watchdog_start(seconds);
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
  uint32_t length = atomic_load(&page->length);
  if (length <= restore_capacity) {
    // CAN ends a truncated sequence.
    terminal_write_patiently(self->tty, (const uint8_t *)"\x18", 1);
    terminal_write_patiently(self->tty, page->restore, length);
  }
  // Another process in the foreground has set its own modes.
  if (terminal_tty_is_foreground(self->tty)) tcsetattr(self->tty, TCSANOW, &page->modes);
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

/// Stops after the app stopped or asked for it, so that the shell takes over; then continues the
/// app.
static void stop_with_app(const watch *self) {
  restore_terminal(self);
  terminal_job_stop_starters();
  kill(getpid(), SIGSTOP);
  // A request from during the stop is served; the app asks again if it has another.
  atomic_store(&page->wants_stop, 0);
  siginfo_t news = {0};
  if (waitid(P_PID, (id_t)self->child, &news, WCONTINUED | WNOHANG) != 0 || news.si_pid == 0)
    kill(self->child, SIGCONT);
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

/// Stops along with the app, unless the app has been told to end.
static void follow_stop(const watch *self) {
  if (self->sent_term || self->sent_hup) {
    kill(self->child, SIGCONT);
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

/// Turns the child into the app: it dies with its guardian and dumps no core.
static void become_app(const watch *self, const original *before) {
  if (self->child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGHUP);
    if (getppid() != before->parent) _exit(128 + SIGHUP);
  }
  prctl(PR_SET_NAME, before->name);
  // Not 0: that would still feed a program that collects core dumps through a pipe.
  struct rlimit none = {.rlim_cur = 1, .rlim_max = 1};
  setrlimit(RLIMIT_CORE, &none);
  if (self->tty >= 0) close(self->tty);
  for (int i = 0; i < ignored_count; i++) sigaction(ignored_signals[i], &before->actions[i], NULL);
  sigprocmask(SIG_SETMASK, &before->mask, NULL);
}

/// Turns this process into an app without a guardian, which restores the terminal itself.
static void become_unguarded(const watch *self, const original *before) {
  become_app(self, before);
  munmap(page, sizeof *page);
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

int terminal_guardian_restarts(void) { return restarts; }

/// Starts the app and supervises it, and restarts it after a crash; returns in the app.
static void guard(const terminal_guardian *guardian, bool may_restart) {
  watch self = {.program = guardian->program, .tty = -1};
  original before;
  become_guardian(&self, &before, guardian->process_name);
  for (;; restarts++) {
    self.child = fork();
    if (self.child == 0) return become_app(&self, &before);
    if (self.child < 0 && restarts == 0) return become_unguarded(&self, &before);
    if (self.child < 0) _exit(EXIT_FAILURE);
    int status = supervise(&self);
    restore_terminal(&self);
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

void terminal_guardian_split_off(
    const terminal_guardian *guardian, int argc, char **argv, char **environment) {
  if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) return;
  terminal_guarding guarding = guardian->choose(argc, argv, environment);
  if (guarding == TERMINAL_UNGUARDED) return;
  void *memory =
      mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  page = memory;
  page->can_stop = terminal_job_has_shell();
  terminal_output_prepare();
  guard(guardian, guarding == TERMINAL_GUARDED);
}
