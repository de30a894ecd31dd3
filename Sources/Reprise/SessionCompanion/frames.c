#define _GNU_SOURCE
#include "frames.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static bool read_all(void *bytes, size_t length) {
  char *place = bytes;
  while (length > 0) {
    ssize_t count = read(STDIN_FILENO, place, length);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    place += count;
    length -= (size_t)count;
  }
  return true;
}

bool session_read_frame(struct session_frame *frame) {
  uint8_t head[2];
  if (!read_all(head, sizeof head)) return false;
  frame->kind = head[0];
  if (!read_all(frame->payload, head[1])) return false;
  frame->payload[head[1]] = 0;
  return strlen(frame->payload) == head[1];
}

void session_write_frame(enum session_kind kind, const char *payload) {
  size_t length = strnlen(payload, SESSION_MAX_PAYLOAD);
  uint8_t bytes[2 + SESSION_MAX_PAYLOAD] = {(uint8_t)kind, (uint8_t)length};
  memcpy(bytes + 2, payload, length);
  /* The channel holds many hundred frames: one that is not taken at once belongs to nobody. */
  ssize_t sent = send(STDOUT_FILENO, bytes, length + 2, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (sent != (ssize_t)length + 2) _exit(0);
}
