#ifndef PICTURE_ANSWER_H
#define PICTURE_ANSWER_H

#include "protocol.h"

/* Appends the header of an answer; the cells follow it. */
void picture_put_head(struct companion_bytes *answer, enum picture_status status, uint16_t columns,
                      uint16_t rows, uint32_t width, uint32_t height, struct picture_part part);

#endif
