#ifndef LINE_FRAMES_H
#define LINE_FRAMES_H

/* What is said over the pipe to the program that started this one, in both directions: the length of
 * the payload in four bytes, one byte that says what it is, the payload. Numbers are little-endian;
 * values of a query are as PostgreSQL's binary format has them. HouseholdServer/LineFrame.swift is
 * the other end. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The largest payload. */
#define LINE_MAX_PAYLOAD ((uint32_t)64 << 20)

enum line_kind {
  /* Asked. */
  LINE_CONNECT = 'C', /* deadlines of connecting and of a statement (ms, 4 bytes each), the address */
  LINE_QUERY = 'Q',   /* length and text of one statement, count of parameters, each: length, bytes */
  LINE_AGAIN = 'A',   /* nothing: a notice that was read beside an answer is to be said again */
  /* Answered. */
  LINE_CONNECTED = 'K',
  LINE_ROWS = 'R', /* columns, rows (4 bytes each), each value: length, bytes */
  LINE_ERROR = 'E', /* five letters of SQLSTATE, one line */
  /* Said unasked, as an error may be. */
  LINE_NOTICE = 'N',
};

/* The length of a parameter or a value that is null. */
#define LINE_NULL UINT32_MAX

/* A payload that is read or written front to back. */
struct line_bytes {
  uint8_t *bytes;
  size_t length, room, place;
  bool failed; /* there was no memory, or less than what was taken */
};

/* Reads one frame; false when the other side has left or talks nonsense. */
bool line_read_frame(enum line_kind *kind, struct line_bytes *payload);

/* Writes one frame; ends the process when nobody reads it. */
void line_write_frame(enum line_kind kind, const struct line_bytes *payload);

uint32_t line_take_number(struct line_bytes *bytes);
/* Takes so many bytes, which stay where they are. */
uint8_t *line_take(struct line_bytes *bytes, size_t length);
/* Takes a text with its length, as a string. */
char *line_take_text(struct line_bytes *bytes);

void line_put_number(struct line_bytes *bytes, uint32_t number);
void line_put(struct line_bytes *bytes, const void *source, size_t length);

#endif
