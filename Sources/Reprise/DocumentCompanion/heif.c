#include <stdlib.h>
#include <string.h>

#include "alpha.h"
#include "format.h"
#include "library.h"

/* As heif.h has them. */
struct error {
  int code;
  int subcode;
  const char *message;
};

enum {
  ERROR_UNSUPPORTED_FILE = 3,
  ERROR_UNSUPPORTED_FEATURE = 4,
  ERROR_MEMORY = 6,
  COMPRESSION_HEVC = 1,
  COLORS_RGB = 1,
  INTERLEAVED_RGBA = 11,
  CHANNEL_INTERLEAVED = 10,
};

static struct {
  void *(*allocate)(void);
  struct error (*read)(void *context, const void *file, size_t length, const void *options);
  struct error (*primary)(void *context, void **handle);
  int (*handle_width)(const void *handle);
  int (*handle_height)(const void *handle);
  struct error (*decode)(const void *handle, void **picture, int colors, int chroma,
                         const void *options);
  int (*width)(const void *picture, int channel);
  int (*height)(const void *picture, int channel);
  const uint8_t *(*plane)(const void *picture, int channel, int *stride);
  int (*has_decoder)(int compression);
  struct error (*start)(void *parameters);
} heif;

/* Also loads the library's plug-ins, which newer versions have for each codec; without one for HEVC most photos can't
 * be decoded. */
static enum document_status load(void) {
  const struct document_function functions[] = {
      {"heif_context_alloc", &heif.allocate},
      {"heif_context_read_from_memory_without_copy", &heif.read},
      {"heif_context_get_primary_image_handle", &heif.primary},
      {"heif_image_handle_get_width", &heif.handle_width},
      {"heif_image_handle_get_height", &heif.handle_height},
      {"heif_decode_image", &heif.decode},
      {"heif_image_get_width", &heif.width},
      {"heif_image_get_height", &heif.height},
      {"heif_image_get_plane_readonly", &heif.plane},
      {"heif_have_decoder_for_format", &heif.has_decoder},
      {"heif_init", &heif.start},
  };
  enum document_status status =
      document_load("libheif.so.1", functions, sizeof functions / sizeof *functions);
  if (status != DOCUMENT_OK) return status;
  bool has_decoder = heif.start(NULL).code == 0 && heif.has_decoder(COMPRESSION_HEVC);
  return has_decoder ? DOCUMENT_OK : DOCUMENT_NO_CODEC;
}

static bool matches(const uint8_t *file, size_t length) {
  static const char brands[][5] = {"heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"};
  if (length <= 12 || memcmp(file + 4, "ftyp", 4) != 0) return false;
  for (size_t i = 0; i < sizeof brands / sizeof *brands; i++) {
    if (memcmp(file + 8, brands[i], 4) == 0) return true;
  }
  return false;
}

static enum document_status status(struct error error) {
  switch (error.code) {
    case 0: return DOCUMENT_OK;
    case ERROR_UNSUPPORTED_FILE:
    case ERROR_UNSUPPORTED_FEATURE: return DOCUMENT_UNSUPPORTED;
    case ERROR_MEMORY: return DOCUMENT_NO_MEMORY;
    default: return DOCUMENT_DAMAGED;
  }
}

/* Copies RGBA without the gaps between rows. */
static enum document_status copy(const void *picture, struct companion_pixels *pixels) {
  int stride = 0;
  const uint8_t *rows = heif.plane(picture, CHANNEL_INTERLEAVED, &stride);
  int width = heif.width(picture, CHANNEL_INTERLEAVED);
  int height = heif.height(picture, CHANNEL_INTERLEAVED);
  if (rows == NULL || width <= 0 || height <= 0 || stride / 4 < width) return DOCUMENT_DAMAGED;
  *pixels = (struct companion_pixels){(uint8_t *)rows, (uint32_t)width, (uint32_t)height};
  /* The picture belongs to this process and is not read again, so it can be changed. */
  document_drop_alpha(pixels, (size_t)stride);
  uint8_t *own = malloc((size_t)width * (size_t)height * 3);
  if (own == NULL) return DOCUMENT_NO_MEMORY;
  memcpy(own, rows, (size_t)width * (size_t)height * 3);
  pixels->bytes = own;
  return DOCUMENT_OK;
}

static enum document_status decode(const uint8_t *file, size_t length,
                                   const struct document_request *request,
                                   struct document_page *page) {
  (void)request;
  void *context = heif.allocate(), *handle = NULL, *picture = NULL;
  if (context == NULL) return DOCUMENT_NO_MEMORY;
  enum document_status result = status(heif.read(context, file, length, NULL));
  if (result == DOCUMENT_OK) result = status(heif.primary(context, &handle));
  if (result != DOCUMENT_OK) return result;
  int width = heif.handle_width(handle), height = heif.handle_height(handle);
  if (width <= 0 || height <= 0) return DOCUMENT_DAMAGED;
  page->width = (uint32_t)width;
  page->height = (uint32_t)height;
  page->pages = 1;
  if ((uint64_t)page->width * page->height > DOCUMENT_MAX_PIXELS) return DOCUMENT_TOO_LARGE;
  result = status(heif.decode(handle, &picture, COLORS_RGB, INTERLEAVED_RGBA, NULL));
  return result == DOCUMENT_OK ? copy(picture, &page->pixels) : result;
}

const struct document_format document_heif = {matches, NULL, load, decode};
