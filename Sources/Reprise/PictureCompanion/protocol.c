#include "protocol.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "answer.h"

static uint64_t number(const uint8_t *bytes, int length) {
  uint64_t value = 0;
  for (int i = length - 1; i >= 0; i--) value = value << 8 | bytes[i];
  return value;
}

bool picture_read_all(int fd, uint8_t *bytes, size_t length) {
  while (length > 0) {
    ssize_t count = read(fd, bytes, length);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes += count;
    length -= (size_t)count;
  }
  return true;
}

bool picture_read_request(int fd, struct picture_request *request) {
  uint8_t bytes[PICTURE_REQUEST_BYTES];
  if (!picture_read_all(fd, bytes, sizeof bytes) || memcmp(bytes, "RPQ1", 4) != 0) return false;
  request->columns = (uint16_t)number(bytes + 4, 2);
  request->rows = (uint16_t)number(bytes + 6, 2);
  request->colors = bytes[8];
  request->cell_width = bytes[9];
  request->cell_height = bytes[10];
  request->wants_sixels = bytes[11] == 1;
  request->zoom = (uint32_t)number(bytes + 12, 4);
  request->center_x = (uint16_t)number(bytes + 16, 2);
  request->center_y = (uint16_t)number(bytes + 18, 2);
  request->length = number(bytes + 20, 8);
  return request->columns > 0 && request->columns <= PICTURE_MAX_COLUMNS && request->rows > 0 &&
         request->rows <= PICTURE_MAX_ROWS && request->colors <= PICTURE_TRUE_COLOR &&
         request->zoom >= 1u << 16 &&
         (request->cell_width == 0) == (request->cell_height == 0) && request->length > 0 &&
         request->length <= PICTURE_MAX_FILE;
}

void picture_put(uint8_t **place, uint64_t value, int length) {
  for (int i = 0; i < length; i++, value >>= 8) *(*place)++ = (uint8_t)value;
}

void picture_write_all(int fd, const uint8_t *bytes, size_t length) {
  while (length > 0) {
    ssize_t count = write(fd, bytes, length);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    bytes += count;
    length -= (size_t)count;
  }
}

void picture_put_head(uint8_t **place, enum picture_status status, uint16_t columns, uint16_t rows,
                      uint32_t width, uint32_t height, struct picture_part part) {
  memcpy(*place, "RPA1", 4);
  *place += 4;
  picture_put(place, status, 2);
  picture_put(place, columns, 2);
  picture_put(place, rows, 2);
  picture_put(place, 0, 2);
  picture_put(place, width, 4);
  picture_put(place, height, 4);
  picture_put(place, part.x, 2);
  picture_put(place, part.y, 2);
  picture_put(place, part.width, 2);
  picture_put(place, part.height, 2);
}

void picture_write_failure(int fd, enum picture_status status, uint32_t width, uint32_t height) {
  uint8_t bytes[PICTURE_ANSWER_BYTES], *place = bytes;
  picture_put_head(&place, status, 0, 0, width, height, (struct picture_part){0});
  picture_write_all(fd, bytes, sizeof bytes);
}
