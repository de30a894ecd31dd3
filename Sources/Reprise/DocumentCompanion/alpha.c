#include "alpha.h"

void document_drop_alpha(struct companion_pixels *pixels, size_t stride) {
  uint8_t *to = pixels->bytes;
  for (uint32_t y = 0; y < pixels->height; y++) {
    const uint8_t *from = pixels->bytes + y * stride;
    for (uint32_t x = 0; x < pixels->width; x++, from += 4, to += 3) {
      uint32_t alpha = from[3];
      for (int part = 0; part < 3; part++) {
        to[part] = (uint8_t)((from[part] * alpha + 255 * (255 - alpha)) / 255);
      }
    }
  }
}
