#ifndef PICTURE_PIXELS_H
#define PICTURE_PIXELS_H

#include "companion_pixels.h"
#include "protocol.h"

/* The decoding request: a part of the stored picture, and how many pixels are enough. */
struct picture_wish {
  struct picture_request request;
  /* Set by picture_choose, once the decoder knows the picture's size. */
  uint32_t width, height; /* of the picture as it is shown */
  uint16_t columns, rows; /* that it takes */
  struct picture_part part;
  /* The part in pixels of the stored picture, before it is rotated. */
  uint32_t left, top, part_width, part_height;
  int orientation; /* as EXIF has it: 1 to 8 */
};

/* Computes which part of a picture is shown from its stored size. */
enum picture_status picture_choose(struct picture_wish *wish, uint32_t width, uint32_t height,
                                   int orientation);

/* The factor by which the part may be scaled down in both directions and still have as many pixels per cell as
 * requested, or five. */
uint32_t picture_spare(const struct picture_wish *wish);

/* Rotates pixels by an EXIF orientation; false when there is no memory. */
bool picture_turn(struct companion_pixels *pixels, int orientation);

enum picture_status picture_decode_jpeg(const uint8_t *file, size_t length,
                                        struct picture_wish *wish, struct companion_pixels *pixels);
enum picture_status picture_decode_png(const uint8_t *file, size_t length,
                                       struct picture_wish *wish, struct companion_pixels *pixels);

/* The orientation in the EXIF data of a JPEG; 1 without one. */
int picture_orientation(const uint8_t *exif, size_t length);

/* Writes the pixels that were requested along with the cells, in the requested format. */
void picture_write_graphic(const struct picture_wish *wish, struct companion_pixels *pixels);

/* Converts pixels to cells and writes the answer; may scale the pixels down. */
void picture_write_cells(const struct picture_wish *wish, struct companion_pixels *pixels);

/* Gives up everything that decoding does not need. */
bool picture_enter_sandbox(void);

#endif
