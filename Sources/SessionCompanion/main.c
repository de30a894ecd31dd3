/* Hears of logind that the session is locked and that the machine goes to sleep, for a program that is
 * linked without sd-bus.
 *
 * It is started with a channel and nothing else, and ends when that is closed
 * (Reprise/SystemChanges/LoginWatch.swift). It sleeps until there is something to say. While it lives it
 * has logind wait with sleeping, so the end of the other program lets the machine sleep, too. */

#define _GNU_SOURCE
#include <poll.h>
#include <unistd.h>

#include "companion.h"
#include "frames.h"
#include "login.h"

int main(void) {
  companion_take_away((rlim_t)256 << 20);
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
