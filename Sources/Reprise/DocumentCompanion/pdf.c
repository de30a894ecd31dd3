#define _GNU_SOURCE
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "format.h"
#include "library.h"

/* As glib.h, poppler.h and cairo.h have them: nothing here is built against these. */
struct error {
  uint32_t domain;
  int code;
  char *message;
};

enum { CODE_ENCRYPTED = 1, FORMAT_RGB24 = 1 };

static struct {
  void *(*open)(char *data, int length, const char *password, struct error **error);
  int (*pages)(void *document);
  void *(*page)(void *document, int index);
  void (*size)(void *page, double *width, double *height);
  void (*render)(void *page, void *context);
} poppler;

static struct {
  void *(*surface)(int format, int width, int height);
  void *(*create)(void *surface);
  void (*color)(void *context, double red, double green, double blue);
  void (*paint)(void *context);
  void (*scale)(void *context, double x, double y);
  int (*status)(void *context);
  void (*flush)(void *surface);
  unsigned char *(*data)(void *surface);
  int (*stride)(void *surface);
} cairo;

static enum document_status load(void) {
  const struct document_function of_poppler[] = {
      {"poppler_document_new_from_data", &poppler.open},
      {"poppler_document_get_n_pages", &poppler.pages},
      {"poppler_document_get_page", &poppler.page},
      {"poppler_page_get_size", &poppler.size},
      {"poppler_page_render", &poppler.render},
  };
  const struct document_function of_cairo[] = {
      {"cairo_image_surface_create", &cairo.surface},
      {"cairo_create", &cairo.create},
      {"cairo_set_source_rgb", &cairo.color},
      {"cairo_paint", &cairo.paint},
      {"cairo_scale", &cairo.scale},
      {"cairo_status", &cairo.status},
      {"cairo_surface_flush", &cairo.flush},
      {"cairo_image_surface_get_data", &cairo.data},
      {"cairo_image_surface_get_stride", &cairo.stride},
  };
  enum document_status status =
      document_load("libpoppler-glib.so.8", of_poppler, sizeof of_poppler / sizeof *of_poppler);
  if (status != DOCUMENT_OK) return status;
  return document_load("libcairo.so.2", of_cairo, sizeof of_cairo / sizeof *of_cairo);
}

/* The library accepts other bytes before this, too. */
static bool matches(const uint8_t *file, size_t length) {
  return length > 5 && memcmp(file, "%PDF-", 5) == 0;
}

/* A file that was cut short lacks its end. The library would search the rest for objects and leave out the others. */
static bool has_end(const uint8_t *file, size_t length) {
  enum { TAIL = 64 << 10 };
  size_t start = length > TAIL ? length - TAIL : 0;
  return memmem(file + start, length - start, "%%EOF", 5) != NULL;
}

/* Copies the pixels, four bytes each in the machine's order, as RGB. */
static bool copy(void *surface, uint32_t width, uint32_t height, struct companion_pixels *pixels) {
  cairo.flush(surface);
  const unsigned char *rows = cairo.data(surface);
  size_t stride = (size_t)cairo.stride(surface);
  *pixels = (struct companion_pixels){malloc((size_t)width * height * 3), width, height};
  if (rows == NULL || pixels->bytes == NULL) return false;
  uint8_t *to = pixels->bytes;
  for (uint32_t y = 0; y < height; y++) {
    for (uint32_t x = 0; x < width; x++, to += 3) {
      uint32_t pixel;
      memcpy(&pixel, rows + y * stride + (size_t)x * 4, 4);
      to[0] = (uint8_t)(pixel >> 16);
      to[1] = (uint8_t)(pixel >> 8);
      to[2] = (uint8_t)pixel;
    }
  }
  return true;
}

static enum document_status draw(void *page, double width, double height, uint32_t side,
                                 struct companion_pixels *pixels) {
  double scale = side / fmax(width, height);
  uint32_t columns = (uint32_t)fmax(1, fmin(side, round(width * scale)));
  uint32_t rows = (uint32_t)fmax(1, fmin(side, round(height * scale)));
  void *surface = cairo.surface(FORMAT_RGB24, (int)columns, (int)rows);
  void *context = cairo.create(surface);
  cairo.color(context, 1, 1, 1);
  cairo.paint(context);
  cairo.scale(context, columns / width, rows / height);
  poppler.render(page, context);
  if (cairo.status(context) != 0) return DOCUMENT_NO_MEMORY;
  return copy(surface, columns, rows, pixels) ? DOCUMENT_OK : DOCUMENT_NO_MEMORY;
}

static enum document_status decode(const uint8_t *file, size_t length,
                                   const struct document_request *request,
                                   struct document_page *page) {
  struct error *error = NULL;
  void *document = poppler.open((char *)file, (int)length, NULL, &error);
  if (document == NULL) {
    return error != NULL && error->code == CODE_ENCRYPTED ? DOCUMENT_ENCRYPTED : DOCUMENT_DAMAGED;
  }
  int pages = poppler.pages(document);
  if (pages <= 0) return DOCUMENT_DAMAGED;
  page->pages = (uint32_t)pages;
  if (request->page >= page->pages) return DOCUMENT_NO_PAGE;
  void *sheet = poppler.page(document, (int)request->page);
  if (sheet == NULL) return DOCUMENT_DAMAGED;
  double width = 0, height = 0;
  poppler.size(sheet, &width, &height);
  /* Not a number fails, too. */
  if (!(width > 0 && height > 0 && width < INT_MAX && height < INT_MAX)) return DOCUMENT_DAMAGED;
  page->width = (uint32_t)fmax(1, round(width));
  page->height = (uint32_t)fmax(1, round(height));
  return draw(sheet, width, height, request->side, &page->pixels);
}

const struct document_format document_pdf = {matches, has_end, load, decode};
