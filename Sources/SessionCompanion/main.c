/* Hears of logind that the session is locked and that the machine goes to sleep, for a program that is
 * linked without sd-bus.
 *
 * It is started with a channel and nothing else, and ends when that is closed
 * (Reprise/SystemChanges/LoginWatch.swift). It sleeps until there is something to say. While it lives it
 * has logind wait with sleeping, so the end of the other program lets the machine sleep, too. */

#define _GNU_SOURCE
#include <poll.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "frames.h"
#include "login.h"

/* Takes away what is not needed: other files, dumps, the person's home, and memory without end, which a
 * bus could make the library take. */
static void take_away(void) {
  if (syscall(SYS_close_range, 3u, ~0u, 0u) != 0) {
    for (int fd = 3; fd < 1024; fd++) close(fd);
  }
  prctl(PR_SET_DUMPABLE, 0);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  struct rlimit none = {0}, memory = {(rlim_t)256 << 20, (rlim_t)256 << 20};
  setrlimit(RLIMIT_CORE, &none);
  setrlimit(RLIMIT_AS, &memory);
  clearenv();
  setenv("HOME", "/nonexistent", 1);
  if (chdir("/") != 0) _exit(71);
}

int main(void) {
  take_away();
  struct session_frame frame;
  if (!session_read_frame(&frame) || frame.kind != SESSION_WATCH) return 0;
  if (!login_watch(frame.payload)) return 0;
  while (login_listen()) {
    struct pollfd watched[] = {
        {.fd = STDIN_FILENO, .events = POLLIN},
        {.fd = login_descriptor(), .events = login_events()},
    };
    if (poll(watched, 2, login_timeout()) <= 0 || watched[0].revents == 0) continue;
    if (!session_read_frame(&frame) || frame.kind != SESSION_DONE) return 0;
    login_locked();
  }
  return 0;
}
