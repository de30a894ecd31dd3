#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "pixels.h"

struct source {
  const uint8_t *bytes;
  size_t left;
};

static void read_bytes(png_structp png, png_bytep to, size_t count) {
  struct source *source = png_get_io_ptr(png);
  if (count > source->left) png_error(png, "truncated");
  memcpy(to, source->bytes, count);
  source->bytes += count;
  source->left -= count;
}

static void fail(png_structp png, png_const_charp words) {
  (void)words;
  png_longjmp(png, 1);
}

static void say_nothing(png_structp png, png_const_charp words) {
  (void)png;
  (void)words;
}

/* Sums of the pixels that become one; transparent pixels count as white. */
struct sums {
  uint64_t *parts;
  uint32_t width; /* of the smaller picture */
  uint32_t spare;
};

static void add_row(struct sums *sums, const uint8_t *row, const struct picture_wish *wish) {
  const uint8_t *from = row + (size_t)wish->left * 4;
  for (uint32_t x = 0; x < sums->width; x++) {
    uint64_t *to = sums->parts + (size_t)x * 3;
    for (uint32_t i = 0; i < sums->spare; i++, from += 4) {
      uint32_t alpha = from[3];
      for (int part = 0; part < 3; part++) {
        to[part] += (from[part] * alpha + 255 * (255 - alpha)) / 255;
      }
    }
  }
}

static void end_row(struct sums *sums, uint32_t rows, uint8_t *to) {
  uint64_t count = (uint64_t)rows * sums->spare;
  for (size_t i = 0; i < (size_t)sums->width * 3; i++) to[i] = (uint8_t)(sums->parts[i] / count);
  memset(sums->parts, 0, (size_t)sums->width * 3 * sizeof *sums->parts);
}

/* All state that decoding changes and that is freed at the end. It belongs to the caller of the function that calls
 * setjmp, since a longjmp leaves that function's own variables undefined. */
struct work {
  struct source source;
  png_structp png;
  png_infop info;
  uint8_t *row;
  uint8_t **rows;
  uint8_t *all;
  struct sums sums;
};

static void prepare(struct work *work) {
  png_set_expand(work->png);
  png_set_scale_16(work->png);
  png_set_gray_to_rgb(work->png);
  png_set_add_alpha(work->png, 0xFF, PNG_FILLER_AFTER);
}

/* An interlaced picture is complete only at its end. */
static bool read_interlaced(struct work *work, uint32_t height, size_t stride) {
  work->rows = malloc(height * sizeof *work->rows);
  work->all = malloc(height * stride);
  if (work->rows == NULL || work->all == NULL) return false;
  for (uint32_t y = 0; y < height; y++) work->rows[y] = work->all + y * stride;
  png_read_image(work->png, work->rows);
  return true;
}

static enum picture_status read_part(struct work *work, struct picture_wish *wish,
                                     struct companion_pixels *pixels) {
  uint32_t width = png_get_image_width(work->png, work->info);
  uint32_t height = png_get_image_height(work->png, work->info);
  enum picture_status status = picture_choose(wish, width, height, 1);
  if (status != PICTURE_OK) return status;
  prepare(work);
  bool is_interlaced = png_get_interlace_type(work->png, work->info) != PNG_INTERLACE_NONE;
  if (is_interlaced) png_set_interlace_handling(work->png);
  png_read_update_info(work->png, work->info);
  size_t stride = png_get_rowbytes(work->png, work->info);
  if (stride != (size_t)width * 4) return PICTURE_DAMAGED;

  struct sums *sums = &work->sums;
  sums->spare = picture_spare(wish);
  sums->width = wish->part_width / sums->spare;
  pixels->width = sums->width;
  pixels->height = wish->part_height / sums->spare;
  sums->parts = calloc((size_t)sums->width * 3, sizeof *sums->parts);
  work->row = malloc(stride);
  pixels->bytes = malloc((size_t)pixels->width * pixels->height * 3);
  if (sums->parts == NULL || work->row == NULL || pixels->bytes == NULL) return PICTURE_NO_MEMORY;
  if (is_interlaced && !read_interlaced(work, height, stride)) return PICTURE_NO_MEMORY;

  uint32_t end = wish->top + pixels->height * sums->spare;
  for (uint32_t y = 0, done = 0; y < end; y++) {
    const uint8_t *row = work->row;
    if (is_interlaced) {
      row = work->rows[y];
    } else {
      png_read_row(work->png, work->row, NULL);
    }
    if (y < wish->top) continue;
    add_row(sums, row, wish);
    if ((y - wish->top + 1) % sums->spare != 0) continue;
    end_row(sums, sums->spare, pixels->bytes + (size_t)done * pixels->width * 3);
    done++;
  }
  /* The last rows may be too few for another scaled row. Reading them shows whether the file is complete. */
  for (uint32_t y = end; !is_interlaced && height - end < sums->spare && y < height; y++) {
    png_read_row(work->png, work->row, NULL);
  }
  return PICTURE_OK;
}

static enum picture_status decode(struct work *work, struct picture_wish *wish,
                                  struct companion_pixels *pixels) {
  if (setjmp(png_jmpbuf(work->png)) != 0) return PICTURE_DAMAGED;
  /* Texts and profiles are skipped, however long they claim to be. */
  png_set_keep_unknown_chunks(work->png, PNG_HANDLE_CHUNK_NEVER, NULL, 0);
  png_set_user_limits(work->png, 0x7FFFFFFF, 0x7FFFFFFF);
  png_set_read_fn(work->png, &work->source, read_bytes);
  png_read_info(work->png, work->info);
  return read_part(work, wish, pixels);
}

enum picture_status picture_decode_png(const uint8_t *file, size_t length,
                                       struct picture_wish *wish, struct companion_pixels *pixels) {
  struct work work = {.source = {file, length}};
  work.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, fail, say_nothing);
  if (work.png == NULL) return PICTURE_NO_MEMORY;
  work.info = png_create_info_struct(work.png);
  enum picture_status status =
      work.info == NULL ? PICTURE_NO_MEMORY : decode(&work, wish, pixels);
  free(work.row);
  free(work.rows);
  free(work.all);
  free(work.sums.parts);
  png_destroy_read_struct(&work.png, &work.info, NULL);
  return status;
}
