#ifndef DOCUMENT_ALPHA_H
#define DOCUMENT_ALPHA_H

#include <stddef.h>

#include "companion_pixels.h"

/* Turns RGBA into RGB on white, in place. */
void document_drop_alpha(struct companion_pixels *pixels, size_t stride);

#endif
