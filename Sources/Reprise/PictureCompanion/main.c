/* Converts a picture to cells, with nothing open but a pipe each way.
 *
 * Untrusted pictures are decoded here and not in the program that holds the data, since decoders have had
 * security holes. The kit starts one process per picture (PictureCompanion.swift). */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pixels.h"

enum { EXIT_NO_SANDBOX = 71, EXIT_NO_REQUEST = 65 };

static enum picture_status decode(const uint8_t *file, size_t length, struct picture_wish *wish,
                                  struct companion_pixels *pixels) {
  if (length > 3 && memcmp(file, "\xFF\xD8\xFF", 3) == 0) {
    return picture_decode_jpeg(file, length, wish, pixels);
  }
  if (length > 8 && memcmp(file, "\x89PNG\r\n\x1A\n", 8) == 0) {
    return picture_decode_png(file, length, wish, pixels);
  }
  return PICTURE_UNKNOWN_FORMAT;
}

int main(void) {
  if (!picture_enter_sandbox()) return EXIT_NO_SANDBOX;
  struct picture_wish wish = {0};
  struct companion_bytes file;
  if (!picture_read_request(&wish.request) || !picture_read_file(&file)) return EXIT_NO_REQUEST;

  struct companion_pixels pixels = {0};
  enum picture_status status = decode(file.bytes, file.length, &wish, &pixels);
  free(file.bytes);
  /* The code below requires pixels. */
  if (status == PICTURE_OK && (pixels.bytes == NULL || pixels.width == 0 || pixels.height == 0)) {
    status = PICTURE_DAMAGED;
  }
  if (status == PICTURE_OK && !picture_turn(&pixels, wish.orientation)) status = PICTURE_NO_MEMORY;
  const struct picture_request *request = &wish.request;
  if (status == PICTURE_OK && request->cell_width > 0 &&
      !companion_shrink(&pixels, (uint32_t)wish.columns * request->cell_width,
                      (uint32_t)wish.rows * request->cell_height)) {
    status = PICTURE_NO_MEMORY;
  }
  if (status == PICTURE_OK) {
    picture_write_cells(&wish, &pixels);
  } else {
    picture_write_failure(status, wish.width, wish.height);
  }
  /* There is nothing to clean up. */
  _exit(0);
}
