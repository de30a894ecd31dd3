/* Turns a page of a PDF, or a WebP or HEIC photo, into a JPEG.
 *
 * The libraries that decode these are large and have had security holes. Their code runs in this program, in a sandbox,
 * and they are looked for only when a file needs them. The kit starts one process per page (DocumentProcess.swift). */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "companion_sandbox.h"
#include "format.h"
#include "library.h"

enum { EXIT_USAGE = 64, EXIT_NO_REQUEST = 65, EXIT_NO_SANDBOX = 71 };

static const struct document_format *format_of(const struct companion_bytes *file) {
  static const struct document_format *const known[] = {&document_pdf, &document_webp,
                                                        &document_heif};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (known[i]->matches(file->bytes, file->length)) return known[i];
  }
  return NULL;
}

/* Decodes the file and writes the answer. Outside the sandbox only its first and last bytes are compared. */
static enum document_status answer(const struct companion_bytes *file,
                                   const struct document_request *request,
                                   struct document_page *page) {
  const struct document_format *format = format_of(file);
  if (format == NULL) return DOCUMENT_UNKNOWN_FORMAT;
  if (format->has_end != NULL && !format->has_end(file->bytes, file->length)) return DOCUMENT_DAMAGED;
  enum document_status status = format->load();
  if (status != DOCUMENT_OK) return status;
  if (!companion_refuse_calls(COMPANION_READS_FONTS)) _exit(EXIT_NO_SANDBOX);
  status = format->decode(file->bytes, file->length, request, page);
  if (status == DOCUMENT_OK && request->page > 0 && request->page >= page->pages) {
    status = DOCUMENT_NO_PAGE;
  }
  return status == DOCUMENT_OK ? document_write_page(request, page) : status;
}

/* Usage: reprise-documents [--libraries FOLDER] */
int main(int count, char **arguments) {
  if (count == 3 && strcmp(arguments[1], "--libraries") == 0) {
    document_set_libraries(arguments[2]);
  } else if (count > 1) {
    return EXIT_USAGE;
  }
  if (!companion_limit(COMPANION_READS_FONTS)) return EXIT_NO_SANDBOX;
  struct document_request request;
  struct companion_bytes file;
  if (!document_read_request(&request) || !document_read_file(&file)) return EXIT_NO_REQUEST;
  struct document_page page = {0};
  enum document_status status = answer(&file, &request, &page);
  if (status != DOCUMENT_OK) document_write_failure(status, &page);
  /* There is nothing to clean up. */
  _exit(0);
}
