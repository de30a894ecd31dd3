#ifndef PICTURE_PROTOCOL_H
#define PICTURE_PROTOCOL_H

/* The kinds of frames that this program exchanges with its parent. It decodes one picture: it reads a request
 * and the file, writes an answer, a graphic if one was requested, and ends. The kit treats the whole answer
 * as hostile (PictureReply.swift). */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "companion_frames.h"

enum picture_kind {
  PICTURE_REQUEST = 'Q',
  PICTURE_FILE = 'F', /* the bytes of the file */
  /* The header, then each cell: its character, foreground and background, four bytes each. */
  PICTURE_ANSWER = 'A',
  /* Width and height in four bytes each, then red, green and blue of each pixel, row by row, or a Sixel
   * drawing of them; only the size if no drawing is short enough. */
  PICTURE_GRAPHIC = 'G',
};

enum {
  PICTURE_MAX_COLUMNS = 1000,
  PICTURE_MAX_ROWS = 1000,
};

/* The largest file, in bytes, and the largest picture, in pixels. */
#define PICTURE_MAX_FILE ((uint32_t)256 << 20)
#define PICTURE_MAX_PIXELS ((uint64_t)250 * 1000 * 1000)

/* The longest Sixel drawing, in bytes (Graphic.swift). */
#define PICTURE_MAX_DRAWING ((size_t)4 * 1000 * 1000)

enum picture_colors {
  PICTURE_MONO = 0,
  PICTURE_COLORS_16 = 1,
  PICTURE_COLORS_256 = 2,
  PICTURE_TRUE_COLOR = 3,
};

enum picture_status {
  PICTURE_OK = 0,
  PICTURE_UNKNOWN_FORMAT = 1,
  PICTURE_DAMAGED = 2,
  PICTURE_TOO_LARGE = 3,
  PICTURE_NO_MEMORY = 4,
  PICTURE_BAD_REQUEST = 5,
};

/* How to show the picture: at zoom 1 it fits into columns by rows; the center is a fraction of its width and
 * height, 0 to 65535. */
struct picture_request {
  uint16_t columns, rows;
  uint8_t colors;
  uint8_t cell_width, cell_height; /* in pixels, if these are wanted too; 0 otherwise */
  bool wants_sixels;               /* and as a Sixel drawing */
  uint32_t zoom; /* in 1/65536 */
  uint16_t center_x, center_y;
};

/* The part of the picture that is shown, in 1/65535 of its width and height. */
struct picture_part {
  uint16_t x, y, width, height;
};

bool picture_read_request(struct picture_request *request);
bool picture_read_file(struct companion_bytes *file);

/* Writes an answer that has no cells but the reason why. */
void picture_write_failure(enum picture_status status, uint32_t width, uint32_t height);

#endif
