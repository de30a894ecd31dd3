#ifndef DOCUMENT_JPEG_H
#define DOCUMENT_JPEG_H

#include "protocol.h"

/* Appends pixels as a JPEG; false when there is no memory. */
bool document_put_jpeg(struct companion_bytes *answer, const struct companion_pixels *pixels);

#endif
