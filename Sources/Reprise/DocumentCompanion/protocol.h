#ifndef DOCUMENT_PROTOCOL_H
#define DOCUMENT_PROTOCOL_H

/* The kinds of frames that this program exchanges with its parent. It decodes one page: it reads a request and the
 * file, writes an answer and ends. The kit treats the answer as hostile (DocumentReply.swift). */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "companion_frames.h"
#include "companion_pixels.h"

enum document_kind {
  DOCUMENT_REQUEST = 'Q', /* the index of the page (4 bytes), the longest side in pixels (2 bytes) */
  DOCUMENT_FILE = 'F',    /* the bytes of the file */
  /* Status (2 bytes), pages, width and height of the page (4 bytes each), and the page as a JPEG. */
  DOCUMENT_ANSWER = 'A',
};

/* The largest file, in bytes, picture, in pixels, and side of an answer. */
#define DOCUMENT_MAX_FILE ((uint32_t)256 << 20)
#define DOCUMENT_MAX_PIXELS ((uint64_t)250 * 1000 * 1000)
#define DOCUMENT_MAX_SIDE 4096

/* The first six are those of the companion for pictures. */
enum document_status {
  DOCUMENT_OK = 0,
  DOCUMENT_UNKNOWN_FORMAT = 1,
  DOCUMENT_DAMAGED = 2,
  DOCUMENT_TOO_LARGE = 3,
  DOCUMENT_NO_MEMORY = 4,
  DOCUMENT_BAD_REQUEST = 5,
  DOCUMENT_ENCRYPTED = 6,
  DOCUMENT_NO_LIBRARY = 7,
  DOCUMENT_UNSUPPORTED = 8, /* such as an animation */
  DOCUMENT_NO_PAGE = 9,     /* it has fewer pages */
  DOCUMENT_NO_CODEC = 10,   /* the library is there, but not its plug-in for this format */
};

struct document_request {
  uint32_t page;
  uint16_t side;
};

/* The page as decoded. */
struct document_page {
  uint32_t pages;
  uint32_t width, height; /* in pixels of the file, or in points of a page */
  struct companion_pixels pixels;
};

bool document_read_request(struct document_request *request);
bool document_read_file(struct companion_bytes *file);

/* Writes the page as a JPEG, at most as large as requested. */
enum document_status document_write_page(const struct document_request *request,
                                         struct document_page *page);

/* Writes an answer without a page. */
void document_write_failure(enum document_status status, const struct document_page *page);

#endif
