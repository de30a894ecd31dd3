#ifndef DOCUMENT_FORMAT_H
#define DOCUMENT_FORMAT_H

#include "protocol.h"

/* A format that a library decodes. The library is loaded before the sandbox is entered, and sees the file only after. */
struct document_format {
  /* Whether the first bytes are of this format; never by a name. */
  bool (*matches)(const uint8_t *file, size_t length);
  /* Whether the file has its end; NULL if only the library can tell. */
  bool (*has_end)(const uint8_t *file, size_t length);
  enum document_status (*load)(void);
  enum document_status (*decode)(const uint8_t *file, size_t length,
                                 const struct document_request *request, struct document_page *page);
};

extern const struct document_format document_pdf, document_webp, document_heif;

#endif
