#include "picture_making.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <png.h>

uint8_t *picture_make_jpeg(const uint8_t *pixels, int width, int height, bool is_progressive,
                           const uint8_t *exif, size_t exif_length, size_t *length) {
  struct jpeg_compress_struct info;
  struct jpeg_error_mgr errors;
  unsigned char *bytes = NULL;
  unsigned long count = 0;
  info.err = jpeg_std_error(&errors);
  jpeg_create_compress(&info);
  jpeg_mem_dest(&info, &bytes, &count);
  info.image_width = (JDIMENSION)width;
  info.image_height = (JDIMENSION)height;
  info.input_components = 3;
  info.in_color_space = JCS_RGB;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, 92, TRUE);
  if (is_progressive) jpeg_simple_progression(&info);
  jpeg_start_compress(&info, TRUE);
  if (exif != NULL) jpeg_write_marker(&info, JPEG_APP0 + 1, exif, (unsigned)exif_length);
  while (info.next_scanline < info.image_height) {
    JSAMPROW row = (JSAMPROW)(pixels + (size_t)info.next_scanline * (size_t)width * 3);
    jpeg_write_scanlines(&info, &row, 1);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  *length = count;
  return bytes;
}

struct bytes {
  uint8_t *start;
  size_t count, room;
};

static void append(png_structp png, png_bytep data, size_t count) {
  struct bytes *bytes = png_get_io_ptr(png);
  if (bytes->count + count > bytes->room) {
    bytes->room = (bytes->count + count) * 2;
    uint8_t *grown = realloc(bytes->start, bytes->room);
    if (grown == NULL) png_error(png, "no memory");
    bytes->start = grown;
  }
  memcpy(bytes->start + bytes->count, data, count);
  bytes->count += count;
}

static void flush(png_structp png) { (void)png; }

uint8_t *picture_make_png(const uint8_t *pixels, int width, int height, bool is_interlaced,
                          size_t *length) {
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct(png);
  struct bytes bytes = {0};
  if (setjmp(png_jmpbuf(png)) != 0) return NULL;
  png_set_write_fn(png, &bytes, append, flush);
  png_set_IHDR(png, info, (png_uint_32)width, (png_uint_32)height, 8, PNG_COLOR_TYPE_RGBA,
               is_interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_BASE,
               PNG_FILTER_TYPE_BASE);
  png_write_info(png, info);
  png_bytep *rows = malloc((size_t)height * sizeof *rows);
  for (int y = 0; y < height; y++) rows[y] = (png_bytep)(pixels + (size_t)y * (size_t)width * 4);
  png_write_image(png, rows);
  png_write_end(png, NULL);
  free(rows);
  png_destroy_write_struct(&png, &info);
  *length = bytes.count;
  return bytes.start;
}
