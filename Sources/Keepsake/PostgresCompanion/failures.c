#define _GNU_SOURCE
#include "failures.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "companion_frames.h"
#include "postgres_kinds.h"

enum { STATE_BYTES = 5, MAX_LINE = 500 };

static size_t line_length(const char *message) {
  size_t length = strcspn(message, "\n");
  return length > MAX_LINE ? MAX_LINE : length;
}

static void fail(const char *state, const char *message, size_t length) {
  struct companion_bytes payload = {0};
  companion_put(&payload, state, STATE_BYTES);
  companion_put(&payload, message, length);
  companion_write_frame(LINE_ERROR, &payload);
  free(payload.bytes);
}

void line_fail(const char *state, const char *message) {
  fail(state, message, line_length(message));
}

static bool is_state(const char *text) {
  for (int i = 0; i < STATE_BYTES; i++) {
    if (!isdigit((unsigned char)text[i]) && !isupper((unsigned char)text[i])) return false;
  }
  return true;
}

/* The server's answer to a connection attempt: "…FATAL:  28P01: the reason". The first word is in the server's
 * language. Null if the message is libpq's own. */
static const char *find_state(const char *message, size_t length) {
  const char *end = message + length;
  for (const char *place = message; place + STATE_BYTES + 4 < end; place++) {
    if (strncmp(place, ":  ", 3) == 0 && is_state(place + 3) && place[3 + STATE_BYTES] == ':') {
      return place + 3;
    }
  }
  return NULL;
}

static bool has_one(const char *message, const char *const *words) {
  for (; *words != NULL; words++) {
    if (strstr(message, *words) != NULL) return true;
  }
  return false;
}

void line_fail_connection(const char *message, const char *otherwise) {
  static const char *const nonsense[] = {
      "expected authentication request", "invalid response to SSL", "lost synchronization",
      "unexpected response", "invalid message", "wrong version number", "unexpected message",
      "message contents do not agree", "insufficient data in", "protocol version", NULL,
  };
  static const char *const refused[] = {
      "certificate", "does not support SSL", "no password supplied", "authentication", "SCRAM", NULL,
  };
  size_t length = line_length(message);
  const char *state = find_state(message, length);
  if (state != NULL) {
    const char *reason = state + STATE_BYTES + 1;
    while (*reason == ' ') reason++;
    fail(state, reason, (size_t)(message + length - reason));
  } else if (has_one(message, nonsense)) {
    fail(LINE_STATE_NONSENSE, message, length);
  } else if (has_one(message, refused)) {
    fail(LINE_STATE_REFUSED, message, length);
  } else {
    fail(otherwise, message, length);
  }
}
