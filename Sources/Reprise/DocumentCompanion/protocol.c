#include "protocol.h"

#include <stdlib.h>

#include "jpeg.h"

enum { REQUEST_BYTES = 6 };

bool document_read_request(struct document_request *request) {
  uint8_t kind;
  struct companion_bytes payload;
  if (!companion_read_frame(&kind, &payload, REQUEST_BYTES) || kind != DOCUMENT_REQUEST) return false;
  request->page = (uint32_t)companion_take_number(&payload, 4);
  request->side = (uint16_t)companion_take_number(&payload, 2);
  bool is_whole = !payload.failed;
  free(payload.bytes);
  return is_whole && request->side > 0 && request->side <= DOCUMENT_MAX_SIDE;
}

bool document_read_file(struct companion_bytes *file) {
  uint8_t kind;
  return companion_read_frame(&kind, file, DOCUMENT_MAX_FILE) && kind == DOCUMENT_FILE &&
         file->length > 0;
}

static void put_head(struct companion_bytes *answer, enum document_status status,
                     const struct document_page *page) {
  companion_put_number(answer, status, 2);
  companion_put_number(answer, page->pages, 4);
  companion_put_number(answer, page->width, 4);
  companion_put_number(answer, page->height, 4);
}

/* Fits a size into a square. */
static void fit(uint32_t *width, uint32_t *height, uint32_t side) {
  uint32_t longest = *width > *height ? *width : *height;
  if (longest <= side) return;
  *width = (uint32_t)((uint64_t)*width * side / longest);
  *height = (uint32_t)((uint64_t)*height * side / longest);
  if (*width == 0) *width = 1;
  if (*height == 0) *height = 1;
}

enum document_status document_write_page(const struct document_request *request,
                                         struct document_page *page) {
  struct companion_pixels *pixels = &page->pixels;
  uint32_t width = pixels->width, height = pixels->height;
  fit(&width, &height, request->side);
  if (!companion_shrink(pixels, width, height)) return DOCUMENT_NO_MEMORY;
  struct companion_bytes answer = {0};
  put_head(&answer, DOCUMENT_OK, page);
  if (!document_put_jpeg(&answer, pixels) || answer.failed) return DOCUMENT_NO_MEMORY;
  companion_write_frame(DOCUMENT_ANSWER, &answer);
  return DOCUMENT_OK;
}

void document_write_failure(enum document_status status, const struct document_page *page) {
  struct companion_bytes answer = {0};
  put_head(&answer, status, page);
  companion_write_frame(DOCUMENT_ANSWER, &answer);
}
