#define _GNU_SOURCE
#include "companion_frames.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { HEAD_BYTES = 5, SHORT_BYTES = 1024 };

static bool read_all(uint8_t *bytes, size_t length) {
  while (length > 0) {
    ssize_t count = read(STDIN_FILENO, bytes, length);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes += count;
    length -= (size_t)count;
  }
  return true;
}

/* Not `send`, which the sandbox of the pictures forbids. */
static void write_all(const uint8_t *bytes, size_t length) {
  while (length > 0) {
    ssize_t count = write(STDOUT_FILENO, bytes, length);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) _exit(0); /* The program that asked is gone. */
    bytes += count;
    length -= (size_t)count;
  }
}

static uint64_t number_at(const uint8_t *bytes, int length) {
  uint64_t number = 0;
  for (int i = length - 1; i >= 0; i--) number = number << 8 | bytes[i];
  return number;
}

static void set_number(uint8_t *bytes, uint64_t number, int length) {
  for (int i = 0; i < length; i++, number >>= 8) bytes[i] = (uint8_t)number;
}

static void set_head(uint8_t *bytes, uint8_t kind, size_t length) {
  set_number(bytes, length, 4);
  bytes[4] = kind;
}

bool companion_read_frame(uint8_t *kind, struct companion_bytes *payload, uint32_t limit) {
  uint8_t head[HEAD_BYTES];
  if (!read_all(head, sizeof head)) return false;
  size_t length = (size_t)number_at(head, 4);
  if (length > limit) return false;
  *kind = head[4];
  *payload = (struct companion_bytes){.bytes = malloc(length + 1), .length = length};
  if (payload->bytes == NULL) return false;
  payload->bytes[length] = 0;
  return read_all(payload->bytes, length);
}

void companion_write_frame(uint8_t kind, const struct companion_bytes *payload) {
  size_t length = payload == NULL ? 0 : payload->length;
  /* One call for a short frame: its reader never sees half of it. */
  uint8_t start[SHORT_BYTES];
  set_head(start, kind, length);
  size_t first = length < SHORT_BYTES - HEAD_BYTES ? length : SHORT_BYTES - HEAD_BYTES;
  if (first > 0) memcpy(start + HEAD_BYTES, payload->bytes, first);
  write_all(start, HEAD_BYTES + first);
  if (length > first) write_all(payload->bytes + first, length - first);
}

void companion_write_text(uint8_t kind, const char *text) {
  uint8_t frame[SHORT_BYTES];
  size_t length = strnlen(text, SHORT_BYTES - HEAD_BYTES);
  set_head(frame, kind, length);
  memcpy(frame + HEAD_BYTES, text, length);
  length += HEAD_BYTES;
  /* The channel has room for hundreds of frames, so a full one has no reader. */
  ssize_t sent = send(STDOUT_FILENO, frame, length, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (sent != (ssize_t)length) _exit(0);
}

uint8_t *companion_take(struct companion_bytes *payload, size_t length) {
  if (payload->failed || length > payload->length - payload->place) {
    payload->failed = true;
    return NULL;
  }
  uint8_t *start = payload->bytes + payload->place;
  payload->place += length;
  return start;
}

uint64_t companion_take_number(struct companion_bytes *payload, int length) {
  const uint8_t *start = companion_take(payload, (size_t)length);
  return start == NULL ? 0 : number_at(start, length);
}

char *companion_take_text(struct companion_bytes *payload) {
  size_t length = (size_t)companion_take_number(payload, 4);
  const uint8_t *start = companion_take(payload, length);
  if (start == NULL || memchr(start, 0, length) != NULL) {
    payload->failed = true;
    return NULL;
  }
  char *text = strndup((const char *)start, length);
  payload->failed = text == NULL;
  return text;
}

void companion_put(struct companion_bytes *payload, const void *source, size_t length) {
  if (payload->failed || length == 0) return;
  if (length > UINT32_MAX - payload->length) {
    payload->failed = true;
    return;
  }
  if (payload->length + length > payload->room) {
    size_t room = (payload->length + length) * 2;
    uint8_t *larger = realloc(payload->bytes, room);
    if (larger == NULL) {
      payload->failed = true;
      return;
    }
    payload->bytes = larger;
    payload->room = room;
  }
  memcpy(payload->bytes + payload->length, source, length);
  payload->length += length;
}

void companion_put_number(struct companion_bytes *payload, uint64_t number, int length) {
  uint8_t bytes[8];
  set_number(bytes, number, length);
  companion_put(payload, bytes, (size_t)length);
}
