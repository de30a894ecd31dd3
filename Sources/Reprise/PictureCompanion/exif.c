#include <string.h>

#include "pixels.h"

struct reader {
  const uint8_t *bytes;
  size_t length;
  bool is_big;
};

static uint32_t number(const struct reader *reader, size_t place, size_t length) {
  if (place > reader->length || length > reader->length - place) return 0;
  uint32_t value = 0;
  for (size_t i = 0; i < length; i++) {
    size_t next = reader->is_big ? i : length - 1 - i;
    value = value << 8 | reader->bytes[place + next];
  }
  return value;
}

int picture_orientation(const uint8_t *exif, size_t length) {
  enum { HEAD = 6, ENTRY = 12, ORIENTATION = 0x0112 };
  if (length < HEAD + 8 || memcmp(exif, "Exif\0\0", HEAD) != 0) return 1;
  struct reader reader = {exif + HEAD, length - HEAD, exif[HEAD] == 'M'};
  size_t directory = number(&reader, 4, 4);
  uint32_t count = number(&reader, directory, 2);
  for (uint32_t i = 0; i < count; i++) {
    size_t entry = directory + 2 + (size_t)i * ENTRY;
    if (entry + ENTRY > reader.length) return 1;
    if (number(&reader, entry, 2) != ORIENTATION) continue;
    uint32_t value = number(&reader, entry + 8, 2);
    return value >= 1 && value <= 8 ? (int)value : 1;
  }
  return 1;
}
