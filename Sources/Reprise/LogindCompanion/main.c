/* Watches the system bus for a program that is linked without sd-bus: logind for a locked or idle session and for
 * the machine's sleep, or ModemManager for phone calls.
 *
 * It gets a channel and nothing else, and ends when the channel is closed
 * (RepriseSystem/Login/LogindChannel.swift). It sleeps until there is something to report. While it watches the
 * login it delays the machine's sleep; if the app ends, so does the delay. */

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

/* How long to wait, in milliseconds; -1 for ever. */
static int timeout(void) {
  int64_t due = bus_due() < login_due() ? bus_due() : login_due();
  if (due == INT64_MAX) return -1;
  int64_t rest = due - bus_now();
  return rest < 0 ? 0 : rest > 60000 ? 60000 : (int)rest;
}

/* Handles the first frame; false if there is nothing to watch. */
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

/* Handles a later frame; false at the end. */
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
