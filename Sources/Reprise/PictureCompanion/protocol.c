#include "protocol.h"

#include <stdlib.h>

#include "answer.h"

enum { REQUEST_BYTES = 16 };

bool picture_read_request(struct picture_request *request) {
  uint8_t kind;
  struct companion_bytes payload;
  if (!companion_read_frame(&kind, &payload, REQUEST_BYTES) || kind != PICTURE_REQUEST) return false;
  request->columns = (uint16_t)companion_take_number(&payload, 2);
  request->rows = (uint16_t)companion_take_number(&payload, 2);
  request->colors = (uint8_t)companion_take_number(&payload, 1);
  request->cell_width = (uint8_t)companion_take_number(&payload, 1);
  request->cell_height = (uint8_t)companion_take_number(&payload, 1);
  request->wants_sixels = companion_take_number(&payload, 1) == 1;
  request->zoom = (uint32_t)companion_take_number(&payload, 4);
  request->center_x = (uint16_t)companion_take_number(&payload, 2);
  request->center_y = (uint16_t)companion_take_number(&payload, 2);
  bool is_whole = !payload.failed;
  free(payload.bytes);
  return is_whole && request->columns > 0 && request->columns <= PICTURE_MAX_COLUMNS &&
         request->rows > 0 && request->rows <= PICTURE_MAX_ROWS &&
         request->colors <= PICTURE_TRUE_COLOR && request->zoom >= 1u << 16 &&
         (request->cell_width == 0) == (request->cell_height == 0);
}

bool picture_read_file(struct companion_bytes *file) {
  uint8_t kind;
  return companion_read_frame(&kind, file, PICTURE_MAX_FILE) && kind == PICTURE_FILE &&
         file->length > 0;
}

void picture_put_head(struct companion_bytes *answer, enum picture_status status, uint16_t columns,
                      uint16_t rows, uint32_t width, uint32_t height, struct picture_part part) {
  companion_put_number(answer, status, 2);
  companion_put_number(answer, columns, 2);
  companion_put_number(answer, rows, 2);
  companion_put_number(answer, width, 4);
  companion_put_number(answer, height, 4);
  companion_put_number(answer, part.x, 2);
  companion_put_number(answer, part.y, 2);
  companion_put_number(answer, part.width, 2);
  companion_put_number(answer, part.height, 2);
}

void picture_write_failure(enum picture_status status, uint32_t width, uint32_t height) {
  struct companion_bytes answer = {0};
  picture_put_head(&answer, status, 0, 0, width, height, (struct picture_part){0});
  companion_write_frame(PICTURE_ANSWER, &answer);
  free(answer.bytes);
}
