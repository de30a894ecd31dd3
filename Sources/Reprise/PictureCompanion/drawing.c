#include "drawing.h"

#include <stdlib.h>
#include <string.h>

/* The library measures a row in words of four bytes. With any other row length each row would begin earlier
 * than the last, and the picture would be slanted. */
bool picture_draw(ChafaCanvas *canvas, const struct companion_pixels *pixels) {
  size_t length = (size_t)pixels->width * 3, stride = (length + 3) & ~(size_t)3;
  uint8_t *rows = pixels->bytes;
  if (stride != length) {
    rows = calloc(pixels->height, stride);
    if (rows == NULL) return false;
    for (uint32_t y = 0; y < pixels->height; y++) {
      memcpy(rows + y * stride, pixels->bytes + y * length, length);
    }
  }
  chafa_canvas_draw_all_pixels(canvas, CHAFA_PIXEL_RGB8, rows, (gint)pixels->width,
                               (gint)pixels->height, (gint)stride);
  if (rows != pixels->bytes) free(rows);
  return true;
}
