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

static const char *next_line(const char *line) {
  line += strcspn(line, "\n");
  return *line == '\n' ? line + 1 : line;
}

/* The first line of a message with one of some words; null without one. */
static const char *line_with(const char *message, const char *const *words) {
  for (const char *line = message; *line != '\0'; line = next_line(line)) {
    for (const char *const *word = words; *word != NULL; word++) {
      if (memmem(line, strcspn(line, "\n"), *word, strlen(*word)) != NULL) return line;
    }
  }
  return NULL;
}

/* Reports the answer of a server, if a line has one. */
static bool fail_as_answered(const char *message) {
  for (const char *line = message; *line != '\0'; line = next_line(line)) {
    size_t length = line_length(line);
    const char *state = find_state(line, length);
    if (state == NULL) continue;
    const char *reason = state + STATE_BYTES + 1;
    while (*reason == ' ') reason++;
    fail(state, reason, (size_t)(line + length - reason));
    return true;
  }
  return false;
}

/* Libpq reports each address of a host on lines of its own. At the first one, often that of IPv6, nothing may listen,
 * so a later line has the reason. */
void line_fail_connection(const char *message, const char *otherwise) {
  static const char *const nonsense[] = {
      "expected authentication request", "invalid response to SSL", "lost synchronization",
      "unexpected response", "invalid message", "wrong version number", "unexpected message",
      "message contents do not agree", "insufficient data in", "protocol version", NULL,
  };
  static const char *const refused[] = {
      "certificate", "does not support SSL", "no password supplied", "authentication", "SCRAM", NULL,
  };
  if (fail_as_answered(message)) return;
  const char *line = line_with(message, nonsense);
  if (line != NULL) {
    line_fail(LINE_STATE_NONSENSE, line);
    return;
  }
  line = line_with(message, refused);
  if (line != NULL) {
    line_fail(LINE_STATE_REFUSED, line);
  } else {
    line_fail(otherwise, message);
  }
}
