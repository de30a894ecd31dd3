#ifndef COMPANION_PIXELS_H
#define COMPANION_PIXELS_H

#include <stdbool.h>
#include <stdint.h>

/* A picture: red, green and blue of each pixel, row by row. */
struct companion_pixels {
  uint8_t *bytes;
  uint32_t width, height;
};

/* Scales pixels down to at most that size; false when there is no memory. */
bool companion_shrink(struct companion_pixels *pixels, uint32_t most_width, uint32_t most_height);

#endif
