/* Hears of the system's bus what a program that is linked without sd-bus wants to know: of logind that the session is
 * locked or idle and that the machine goes to sleep, or of ModemManager whether somebody is on the phone.
 *
 * It is started with a channel and nothing else, and ends when that is closed
 * (Reprise/SystemChanges/LogindChannel.swift). It sleeps until there is something to say. While it watches
 * the login it has logind wait with sleeping, so the end of the other program lets the machine sleep, too. */

#define _GNU_SOURCE
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "bus.h"
#include "calls.h"
#include "companion.h"
#include "companion_frames.h"
#include "logind_kinds.h"
#include "login.h"

/* Until when to wait, in milliseconds; -1 for ever. */
static int timeout(void) {
  int64_t due = bus_due() < login_due() ? bus_due() : login_due();
  if (due == INT64_MAX) return -1;
  int64_t rest = due - bus_now();
  return rest < 0 ? 0 : rest > 60000 ? 60000 : (int)rest;
}

/* Does what the first frame asks for; false where there is nothing to hear. */
static bool begin(void) {
  uint8_t kind;
  struct companion_bytes payload;
  if (!companion_read_frame(&kind, &payload, SESSION_MAX_PAYLOAD)) return false;
  const char *request = (const char *)payload.bytes;
  bool has_begun = kind == SESSION_WATCH   ? login_watch(request)
                   : kind == SESSION_CALLS ? calls_watch(request)
                                           : false;
  free(payload.bytes);
  return has_begun;
}

/* Does what a later frame asks for; false at the end. */
static bool hear(void) {
  uint8_t kind;
  struct companion_bytes payload;
  if (!companion_read_frame(&kind, &payload, SESSION_MAX_PAYLOAD)) return false;
  free(payload.bytes);
  if (kind == SESSION_DONE) login_locked();
  return kind == SESSION_DONE;
}

int main(void) {
  companion_take_away((rlim_t)256 << 20);
  if (!begin()) return 0;
  while (bus_listen()) {
    login_tick();
    struct pollfd watched[] = {
        {.fd = STDIN_FILENO, .events = POLLIN},
        {.fd = bus_descriptor(), .events = bus_events()},
    };
    if (poll(watched, 2, timeout()) <= 0 || watched[0].revents == 0) continue;
    if (!hear()) return 0;
  }
  return 0;
}
