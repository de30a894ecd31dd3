#include <stdlib.h>
#include <string.h>

#include "alpha.h"
#include "format.h"
#include "library.h"

static struct {
  int (*size)(const uint8_t *file, size_t length, int *width, int *height);
  uint8_t *(*decode)(const uint8_t *file, size_t length, uint8_t *to, size_t room, int stride);
} webp;

static enum document_status load(void) {
  const struct document_function functions[] = {
      {"WebPGetInfo", &webp.size},
      {"WebPDecodeRGBAInto", &webp.decode},
  };
  return document_load("libwebp.so.7", functions, sizeof functions / sizeof *functions);
}

static bool matches(const uint8_t *file, size_t length) {
  return length > 12 && memcmp(file, "RIFF", 4) == 0 && memcmp(file + 8, "WEBP", 4) == 0;
}

/* By a flag in the header of an extended file; libwebp decodes only still pictures. */
static bool is_animated(const uint8_t *file, size_t length) {
  enum { FLAGS = 20, ANIMATION = 2 };
  return length > FLAGS && memcmp(file + 12, "VP8X", 4) == 0 && (file[FLAGS] & ANIMATION) != 0;
}

static enum document_status decode(const uint8_t *file, size_t length,
                                   const struct document_request *request,
                                   struct document_page *page) {
  (void)request;
  int width = 0, height = 0;
  if (!webp.size(file, length, &width, &height) || width <= 0 || height <= 0) return DOCUMENT_DAMAGED;
  page->width = (uint32_t)width;
  page->height = (uint32_t)height;
  page->pages = 1;
  uint64_t count = (uint64_t)page->width * page->height;
  if (count > DOCUMENT_MAX_PIXELS) return DOCUMENT_TOO_LARGE;
  if (is_animated(file, length)) return DOCUMENT_UNSUPPORTED;
  page->pixels = (struct companion_pixels){malloc(count * 4), page->width, page->height};
  if (page->pixels.bytes == NULL) return DOCUMENT_NO_MEMORY;
  if (webp.decode(file, length, page->pixels.bytes, count * 4, width * 4) == NULL) {
    /* The library does not tell why: without loss it needs the same memory again. */
    enum { SURELY_ENOUGH = 50 * 1000 * 1000 };
    return count > SURELY_ENOUGH ? DOCUMENT_NO_MEMORY : DOCUMENT_DAMAGED;
  }
  document_drop_alpha(&page->pixels, (size_t)page->width * 4);
  return DOCUMENT_OK;
}

const struct document_format document_webp = {matches, NULL, load, decode};
