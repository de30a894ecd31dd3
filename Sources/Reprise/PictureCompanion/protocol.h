#ifndef PICTURE_PROTOCOL_H
#define PICTURE_PROTOCOL_H

/* What the kit asks and what is answered, over a pipe each way. All numbers are little-endian.
 *
 * Behind the cells stand the pixels, if they were wanted: width and height in four bytes each, then
 * red, green and blue of each, row by row, or a Sixel drawing of them up to the end. Where there is no
 * drawing that is short enough, nothing stands behind the size.
 *
 * One process decodes one picture: it reads a request with the bytes of the file after it, writes an
 * answer and ends. The kit holds everything in the answer for hostile (PictureReply.swift). */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  PICTURE_REQUEST_BYTES = 28,
  PICTURE_ANSWER_BYTES = 28,
  PICTURE_CELL_BYTES = 12,
  PICTURE_MAX_COLUMNS = 1000,
  PICTURE_MAX_ROWS = 1000,
};

/* The largest file, in bytes, and the largest picture, in pixels. */
#define PICTURE_MAX_FILE ((uint64_t)256 << 20)
#define PICTURE_MAX_PIXELS ((uint64_t)250 * 1000 * 1000)

/* The longest Sixel drawing, in bytes (GraphicForm.swift). */
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

/* How much is to be shown: the picture fits into columns by rows at zoom 1, and the place at the
 * centre is a share of its width and height, 0 to 65535. */
struct picture_request {
  uint16_t columns, rows;
  uint8_t colors;
  uint8_t cell_width, cell_height; /* in pixels, if these are wanted too; 0 otherwise */
  bool wants_sixels;               /* and as a Sixel drawing */
  uint32_t zoom; /* in 1/65536 */
  uint16_t center_x, center_y;
  uint64_t length;
};

/* The part of the picture that is shown, in 1/65535 of its width and height. */
struct picture_part {
  uint16_t x, y, width, height;
};

bool picture_read_request(int fd, struct picture_request *request);
bool picture_read_all(int fd, uint8_t *bytes, size_t length);

/* Writes an answer without cells: why there are none. */
void picture_write_failure(int fd, enum picture_status status, uint32_t width, uint32_t height);

#endif
