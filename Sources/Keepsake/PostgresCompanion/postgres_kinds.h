#ifndef POSTGRES_KINDS_H
#define POSTGRES_KINDS_H

/* The kinds of frames exchanged with the parent process (PostgresFrame.swift). Query values are in PostgreSQL's
 * binary format. */

#include <stdint.h>

enum line_kind {
  /* Requests. */
  LINE_CONNECT = 'C', /* deadlines of connecting and of a statement (ms, 4 bytes each), the address */
  LINE_QUERY = 'Q',   /* length and text of one statement, count of parameters, each: length, bytes */
  LINE_AGAIN = 'A',   /* nothing: repeat a notice that was read together with an answer */
  /* Answers. */
  LINE_CONNECTED = 'K',
  LINE_ROWS = 'R', /* columns, rows (4 bytes each), each value: length, bytes */
  LINE_ERROR = 'E', /* five letters of SQLSTATE, one line */
  /* Unsolicited, which an error can be, too. */
  LINE_NOTICE = 'N',
};

/* The largest payload, in bytes. */
#define LINE_MAX_PAYLOAD ((uint32_t)64 << 20)

/* The length of a parameter or a value that is null. */
#define LINE_NULL UINT32_MAX

#endif
