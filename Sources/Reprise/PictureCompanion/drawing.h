#ifndef PICTURE_DRAWING_H
#define PICTURE_DRAWING_H

#include <chafa.h>

#include "pixels.h"

/* Hands pixels to the library; false when there is no memory. */
bool picture_draw(ChafaCanvas *canvas, const struct companion_pixels *pixels);

#endif
