#include "pixels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PIXELS_PER_CELL = 5 };

static uint16_t share(double value) {
  return (uint16_t)fmin(65535, fmax(0, value * 65535 + 0.5));
}

/* The start of a part with that extent and center, moved so that the part stays inside the picture. */
static double begin(uint16_t center, double extent) {
  double start = center / 65535.0 - extent / 2;
  return fmax(0, fmin(1 - extent, start));
}

enum picture_status picture_choose(struct picture_wish *wish, uint32_t width, uint32_t height,
                                   int orientation) {
  const struct picture_request *request = &wish->request;
  bool lies = orientation >= 5;
  wish->orientation = orientation;
  wish->width = lies ? height : width;
  wish->height = lies ? width : height;
  if (width == 0 || height == 0) return PICTURE_DAMAGED;
  if ((uint64_t)width * height > PICTURE_MAX_PIXELS) return PICTURE_TOO_LARGE;

  /* A cell is twice as high as wide. At zoom 1 all of the picture fits. */
  double zoom = request->zoom / 65536.0;
  double scale = fmin(request->columns / (double)wish->width,
                      request->rows * 2.0 / (double)wish->height);
  double all_columns = fmax(1, wish->width * scale * zoom);
  double all_rows = fmax(1, wish->height * scale * zoom / 2);
  wish->columns = (uint16_t)fmin(request->columns, round(all_columns));
  wish->rows = (uint16_t)fmin(request->rows, round(all_rows));
  if (wish->columns == 0) wish->columns = 1;
  if (wish->rows == 0) wish->rows = 1;
  double part_width = fmin(1, wish->columns / all_columns);
  double part_height = fmin(1, wish->rows / all_rows);
  double x = begin(request->center_x, part_width), y = begin(request->center_y, part_height);
  wish->part = (struct picture_part){share(x), share(y), share(part_width), share(part_height)};

  /* The same part of the picture as it is stored. */
  if (orientation == 2 || orientation == 3 || orientation == 6 || orientation == 7) {
    x = 1 - x - part_width;
  }
  if (orientation == 3 || orientation == 4 || orientation == 7 || orientation == 8) {
    y = 1 - y - part_height;
  }
  if (lies) {
    double other = x;
    x = y;
    y = other;
    other = part_width;
    part_width = part_height;
    part_height = other;
  }
  wish->left = (uint32_t)fmin(width - 1, floor(fmax(0, x) * width));
  wish->top = (uint32_t)fmin(height - 1, floor(fmax(0, y) * height));
  wish->part_width = (uint32_t)fmax(1, fmin(width - wish->left, ceil(part_width * width)));
  wish->part_height = (uint32_t)fmax(1, fmin(height - wish->top, ceil(part_height * height)));
  return PICTURE_OK;
}

uint32_t picture_spare(const struct picture_wish *wish) {
  bool lies = wish->orientation >= 5;
  const struct picture_request *request = &wish->request;
  uint32_t cell_width = request->cell_width ? request->cell_width : PIXELS_PER_CELL;
  uint32_t cell_height = request->cell_height ? request->cell_height : PIXELS_PER_CELL;
  uint32_t width = wish->columns * cell_width, height = wish->rows * cell_height;
  uint32_t columns = lies ? height : width, rows = lies ? width : height;
  uint32_t across = wish->part_width / columns, down = wish->part_height / rows;
  uint32_t spare = across < down ? across : down;
  return spare < 1 ? 1 : spare;
}

bool picture_turn(struct companion_pixels *pixels, int orientation) {
  if (orientation <= 1 || orientation > 8) return true;
  bool lies = orientation >= 5;
  uint32_t width = lies ? pixels->height : pixels->width;
  uint32_t height = lies ? pixels->width : pixels->height;
  uint8_t *turned = malloc((size_t)width * height * 3);
  if (turned == NULL) return false;
  for (uint32_t y = 0; y < height; y++) {
    for (uint32_t x = 0; x < width; x++) {
      uint32_t from_x = x, from_y = y;
      switch (orientation) {
        case 2: from_x = width - 1 - x; break;
        case 3: from_x = width - 1 - x; from_y = height - 1 - y; break;
        case 4: from_y = height - 1 - y; break;
        case 5: from_x = y; from_y = x; break;
        case 6: from_x = y; from_y = width - 1 - x; break;
        case 7: from_x = height - 1 - y; from_y = width - 1 - x; break;
        case 8: from_x = height - 1 - y; from_y = x; break;
      }
      memcpy(turned + ((size_t)y * width + x) * 3,
             pixels->bytes + ((size_t)from_y * pixels->width + from_x) * 3, 3);
    }
  }
  free(pixels->bytes);
  *pixels = (struct companion_pixels){turned, width, height};
  return true;
}
