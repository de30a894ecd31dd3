#ifndef PICTURE_PIXELS_H
#define PICTURE_PIXELS_H

#include "protocol.h"

/* What is to be decoded: a part of the picture as it is stored, and how many pixels are enough. */
struct picture_wish {
  struct picture_request request;
  /* Set by whoever knows the size of the picture; see picture_choose. */
  uint32_t width, height; /* of the picture as it is shown */
  uint16_t columns, rows; /* that it takes */
  struct picture_part part;
  /* The part in pixels of the picture as it is stored, before it is turned. */
  uint32_t left, top, part_width, part_height;
  int orientation; /* as EXIF has it: 1 to 8 */
};

/* Pixels of the part, RGB, as many or fewer than it has. */
struct picture_pixels {
  uint8_t *bytes;
  uint32_t width, height;
};

/* Works out which part of a picture is shown, given its size as it is stored. */
enum picture_status picture_choose(struct picture_wish *wish, uint32_t width, uint32_t height,
                                   int orientation);

/* By how much the part may be made smaller in both directions and still have as many pixels a cell as are
 * wanted, or five. */
uint32_t picture_spare(const struct picture_wish *wish);

/* Turns pixels the way EXIF says; false when there is no memory. */
bool picture_turn(struct picture_pixels *pixels, int orientation);

enum picture_status picture_decode_jpeg(const uint8_t *file, size_t length,
                                        struct picture_wish *wish, struct picture_pixels *pixels);
enum picture_status picture_decode_png(const uint8_t *file, size_t length,
                                       struct picture_wish *wish, struct picture_pixels *pixels);

/* The orientation that the EXIF of a JPEG tells; 1 where there is none. */
int picture_orientation(const uint8_t *exif, size_t length);

/* Makes pixels no more than that; false when there is no memory. */
bool picture_shrink(struct picture_pixels *pixels, uint32_t most_width, uint32_t most_height);

/* Writes the pixels that were wanted beside the cells, in the form that was. */
void picture_write_graphic(const struct picture_wish *wish, struct picture_pixels *pixels);

/* Makes cells of pixels and writes the answer; the pixels may be fewer afterwards. */
void picture_write_cells(const struct picture_wish *wish, struct picture_pixels *pixels);

/* Gives up everything that decoding does not need. */
bool picture_enter_sandbox(void);

#endif
