#ifndef PICTURE_MAKING_H
#define PICTURE_MAKING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Writes RGB pixels as a JPEG; exif may be NULL. Returns the bytes, which the caller frees, or NULL. */
uint8_t *picture_make_jpeg(const uint8_t *pixels, int width, int height, bool is_progressive,
                           const uint8_t *exif, size_t exif_length, size_t *length);

/* Writes RGBA pixels as a PNG. */
uint8_t *picture_make_png(const uint8_t *pixels, int width, int height, bool is_interlaced,
                          size_t *length);

#endif
