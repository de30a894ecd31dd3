#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "guardian_page.h"
#include "supervision.h"
#include "timed_write.h"

#define page guardian_shared

/// How often to look for a program that this process could not adopt, in nanoseconds.
enum { interval = 200 * 1000 * 1000 };

void guardian_watch_foreground(void) {
  static bool adopts;
  bool should_adopt = atomic_load(&page->foreground) != 0;
  if (should_adopt == adopts) return;
  adopts = should_adopt;
  prctl(PR_SET_CHILD_SUBREAPER, should_adopt);
}

/// Waits for the program to end, and passes on what would end the app; returns whether a signal may have ended it.
static bool wait_for(const guardian_supervision *self, pid_t program) {
  for (;;) {
    int status;
    pid_t changed = waitpid(program, &status, WNOHANG | WUNTRACED);
    if (changed == program && !WIFSTOPPED(status)) return WIFSIGNALED(status);
    if (changed == program) {
      guardian_follow_foreground_stop(self, program);
      continue;
    }
    bool is_adopted = changed == 0;
    // The app learned how it ended and died before it reacted.
    if (!is_adopted && kill(program, 0) != 0 && errno == ESRCH) return true;
    struct timespec pause = {.tv_nsec = interval};
    int number = is_adopted ? sigwaitinfo(&self->awaited, NULL)
                            : sigtimedwait(&self->awaited, NULL, &pause);
    if (number == SIGTERM || number == SIGHUP) kill(-program, number);
  }
}

void guardian_outlast_foreground(const guardian_supervision *self) {
  pid_t program = atomic_load(&page->foreground);
  if (program <= 0) return;
  bool was_killed = wait_for(self, program);
  atomic_store(&page->foreground, 0);
  if (self->tty < 0) return;
  // SIGTTOU is ignored here.
  tcsetpgrp(self->tty, getpgrp());
  const guardian_terminal_state *way = &page->ways[atomic_load(&page->way) % 2];
  // After a normal end the program has left its screen; leaving the alternate screen twice would move the cursor.
  if (was_killed && way->length <= restore_capacity) {
    write_with_timeout(self->tty, (const uint8_t *)"\x18", 1);
    write_with_timeout(self->tty, way->restore, way->length);
  }
  if (way->length > 0) tcsetattr(self->tty, TCSANOW, &way->modes);
}
