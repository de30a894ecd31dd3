#define _GNU_SOURCE
#include "frames.h"

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

static void write_all(const uint8_t *bytes, size_t length) {
  while (length > 0) {
    ssize_t count = send(STDOUT_FILENO, bytes, length, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) _exit(0); /* Whoever asked has left. */
    bytes += count;
    length -= (size_t)count;
  }
}

static uint32_t number_at(const uint8_t *bytes) {
  return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void set_number(uint8_t *bytes, uint32_t number) {
  for (int i = 0; i < 4; i++, number >>= 8) bytes[i] = (uint8_t)number;
}

bool line_read_frame(enum line_kind *kind, struct line_bytes *payload) {
  uint8_t head[HEAD_BYTES];
  if (!read_all(head, sizeof head)) return false;
  uint32_t length = number_at(head);
  if (length > LINE_MAX_PAYLOAD) return false;
  *kind = head[4];
  *payload = (struct line_bytes){.bytes = malloc(length + 1), .length = length};
  return payload->bytes != NULL && read_all(payload->bytes, length);
}

void line_write_frame(enum line_kind kind, const struct line_bytes *payload) {
  size_t length = payload == NULL ? 0 : payload->length;
  /* A short frame is there at once or not at all. */
  uint8_t start[SHORT_BYTES];
  set_number(start, (uint32_t)length);
  start[4] = (uint8_t)kind;
  size_t first = length < SHORT_BYTES - HEAD_BYTES ? length : SHORT_BYTES - HEAD_BYTES;
  if (first > 0) memcpy(start + HEAD_BYTES, payload->bytes, first);
  write_all(start, HEAD_BYTES + first);
  if (length > first) write_all(payload->bytes + first, length - first);
}

uint8_t *line_take(struct line_bytes *bytes, size_t length) {
  if (bytes->failed || length > bytes->length - bytes->place) {
    bytes->failed = true;
    return NULL;
  }
  uint8_t *start = bytes->bytes + bytes->place;
  bytes->place += length;
  return start;
}

uint32_t line_take_number(struct line_bytes *bytes) {
  const uint8_t *start = line_take(bytes, 4);
  return start == NULL ? 0 : number_at(start);
}

char *line_take_text(struct line_bytes *bytes) {
  uint32_t length = line_take_number(bytes);
  const uint8_t *start = line_take(bytes, length);
  if (start == NULL || memchr(start, 0, length) != NULL) {
    bytes->failed = true;
    return NULL;
  }
  char *text = strndup((const char *)start, length);
  bytes->failed = text == NULL;
  return text;
}

void line_put(struct line_bytes *bytes, const void *source, size_t length) {
  if (bytes->failed || length == 0) return;
  if (length > LINE_MAX_PAYLOAD - bytes->length) {
    bytes->failed = true;
    return;
  }
  if (bytes->length + length > bytes->room) {
    size_t room = (bytes->length + length) * 2;
    uint8_t *larger = realloc(bytes->bytes, room);
    if (larger == NULL) {
      bytes->failed = true;
      return;
    }
    bytes->bytes = larger;
    bytes->room = room;
  }
  memcpy(bytes->bytes + bytes->length, source, length);
  bytes->length += length;
}

void line_put_number(struct line_bytes *bytes, uint32_t number) {
  uint8_t four[4];
  set_number(four, number);
  line_put(bytes, four, sizeof four);
}
