#include "companion_pixels.h"

#include <stddef.h>
#include <stdlib.h>

/* The mean of the pixels of a rectangle. */
static void put_mean(const struct companion_pixels *from, uint32_t left, uint32_t right, uint32_t top,
                     uint32_t bottom, uint8_t *to) {
  uint64_t sums[3] = {0};
  for (uint32_t y = top; y < bottom; y++) {
    const uint8_t *pixel = from->bytes + ((size_t)y * from->width + left) * 3;
    for (uint32_t x = left; x < right; x++, pixel += 3) {
      for (int part = 0; part < 3; part++) sums[part] += pixel[part];
    }
  }
  uint64_t count = (uint64_t)(right - left) * (bottom - top);
  for (int part = 0; part < 3; part++) to[part] = (uint8_t)(sums[part] / count);
}

bool companion_shrink(struct companion_pixels *pixels, uint32_t most_width, uint32_t most_height) {
  uint32_t width = pixels->width < most_width ? pixels->width : most_width;
  uint32_t height = pixels->height < most_height ? pixels->height : most_height;
  if (width == pixels->width && height == pixels->height) return true;
  uint8_t *smaller = malloc((size_t)width * height * 3);
  if (smaller == NULL) return false;
  for (uint64_t y = 0; y < height; y++) {
    uint32_t top = (uint32_t)(y * pixels->height / height);
    uint32_t bottom = (uint32_t)((y + 1) * pixels->height / height);
    for (uint64_t x = 0; x < width; x++) {
      put_mean(pixels, (uint32_t)(x * pixels->width / width),
               (uint32_t)((x + 1) * pixels->width / width), top, bottom,
               smaller + (y * width + x) * 3);
    }
  }
  free(pixels->bytes);
  *pixels = (struct companion_pixels){smaller, width, height};
  return true;
}
