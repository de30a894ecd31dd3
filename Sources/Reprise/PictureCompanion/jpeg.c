#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

#include "pixels.h"

struct failure {
  struct jpeg_error_mgr manager;
  jmp_buf back;
  bool is_cut_short;
};

/* All state that decoding changes. It belongs to the caller of the function that calls setjmp, since a longjmp
 * leaves that function's own variables undefined. */
struct decoding {
  struct jpeg_decompress_struct info;
  struct failure failure;
  uint8_t *line;
};

static void fail(j_common_ptr info) { longjmp(((struct failure *)info->err)->back, 1); }

/* The library fills missing data with gray, which would look like part of the picture: fail instead. */
static void note(j_common_ptr info, int level) {
  struct failure *failure = (struct failure *)info->err;
  int code = info->err->msg_code;
  if (level < 0 && (code == JWRN_JPEG_EOF || code == JWRN_HIT_MARKER)) failure->is_cut_short = true;
}

static void say_nothing(j_common_ptr info) { (void)info; }

static int stored_orientation(j_decompress_ptr info) {
  for (jpeg_saved_marker_ptr marker = info->marker_list; marker != NULL; marker = marker->next) {
    if (marker->marker == JPEG_APP0 + 1) {
      return picture_orientation(marker->data, marker->data_length);
    }
  }
  return 1;
}

/* Converts a row of CMYK, whose components Adobe stores inverted, to RGB. */
static void make_rgb(uint8_t *row, uint32_t width, const uint8_t *cmyk) {
  for (uint32_t x = 0; x < width; x++, cmyk += 4, row += 3) {
    for (int part = 0; part < 3; part++) row[part] = (uint8_t)(cmyk[part] * cmyk[3] / 255);
  }
}

/* Reads the rows of the part; the decoder already scales them down, in eighths. */
static enum picture_status read_part(struct decoding *decoding, const struct picture_wish *wish,
                                     struct companion_pixels *pixels) {
  j_decompress_ptr info = &decoding->info;
  double across = info->output_width / (double)info->image_width;
  double down = info->output_height / (double)info->image_height;
  JDIMENSION left = (JDIMENSION)(wish->left * across);
  JDIMENSION width = (JDIMENSION)(wish->part_width * across + 0.5);
  uint32_t top = (uint32_t)(wish->top * down);
  uint32_t height = (uint32_t)(wish->part_height * down + 0.5);
  if (left >= info->output_width) left = info->output_width - 1;
  if (top >= info->output_height) top = info->output_height - 1;
  if (width < 1) width = 1;
  if (height < 1) height = 1;
  if (width > info->output_width - left) width = info->output_width - left;
  if (height > info->output_height - top) height = info->output_height - top;

  /* The decoder begins at a block boundary: the columns before the part are dropped when rows are copied. */
  JDIMENSION begin = left, count = width;
  if (width < info->output_width) jpeg_crop_scanline(info, &begin, &count);
  if (begin > left || count < left - begin + width) return PICTURE_DAMAGED;
  int components = info->output_components;
  decoding->line = malloc((size_t)info->output_width * (size_t)components);
  pixels->bytes = malloc((size_t)width * height * 3);
  if (decoding->line == NULL || pixels->bytes == NULL) return PICTURE_NO_MEMORY;
  pixels->width = width;
  pixels->height = height;
  if (top > 0) jpeg_skip_scanlines(info, top);
  for (uint32_t y = 0; y < height; y++) {
    JSAMPROW row = decoding->line;
    if (jpeg_read_scanlines(info, &row, 1) != 1) return PICTURE_DAMAGED;
    const uint8_t *from = decoding->line + (size_t)(left - begin) * (size_t)components;
    uint8_t *to = pixels->bytes + (size_t)y * width * 3;
    if (components == 4) {
      make_rgb(to, width, from);
    } else {
      memcpy(to, from, (size_t)width * 3);
    }
  }
  return PICTURE_OK;
}

static enum picture_status decode(struct decoding *decoding, const uint8_t *file, size_t length,
                                  struct picture_wish *wish, struct companion_pixels *pixels) {
  j_decompress_ptr info = &decoding->info;
  if (setjmp(decoding->failure.back) != 0) {
    bool is_short = decoding->failure.manager.msg_code == JERR_OUT_OF_MEMORY;
    return is_short ? PICTURE_NO_MEMORY : PICTURE_DAMAGED;
  }
  jpeg_create_decompress(info);
  jpeg_mem_src(info, file, length);
  jpeg_save_markers(info, JPEG_APP0 + 1, 0xFFFF);
  if (jpeg_read_header(info, TRUE) != JPEG_HEADER_OK) return PICTURE_DAMAGED;
  enum picture_status choice =
      picture_choose(wish, info->image_width, info->image_height, stored_orientation(info));
  if (choice != PICTURE_OK) return choice;

  bool has_four = info->num_components == 4;
  info->out_color_space = has_four ? JCS_CMYK : JCS_RGB;
  info->scale_denom = 8;
  uint32_t spare = picture_spare(wish);
  info->scale_num = spare >= 8 ? 1 : 8 / spare;
  /* The loss in quality is invisible in cells, and it takes a third of the time. */
  info->dct_method = JDCT_IFAST;
  info->do_fancy_upsampling = FALSE;
  jpeg_start_decompress(info);
  return read_part(decoding, wish, pixels);
}

enum picture_status picture_decode_jpeg(const uint8_t *file, size_t length,
                                        struct picture_wish *wish, struct companion_pixels *pixels) {
  struct decoding decoding = {.line = NULL};
  decoding.info.err = jpeg_std_error(&decoding.failure.manager);
  decoding.failure.manager.error_exit = fail;
  decoding.failure.manager.emit_message = note;
  decoding.failure.manager.output_message = say_nothing;
  enum picture_status status = decode(&decoding, file, length, wish, pixels);
  free(decoding.line);
  jpeg_destroy_decompress(&decoding.info);
  return status == PICTURE_OK && decoding.failure.is_cut_short ? PICTURE_DAMAGED : status;
}
