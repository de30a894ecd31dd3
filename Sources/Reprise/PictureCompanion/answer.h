#ifndef PICTURE_ANSWER_H
#define PICTURE_ANSWER_H

#include "protocol.h"

/* Appends a number to an answer. */
void picture_put(uint8_t **place, uint64_t value, int length);

/* Appends what stands before the cells. */
void picture_put_head(uint8_t **place, enum picture_status status, uint16_t columns, uint16_t rows,
                      uint32_t width, uint32_t height, struct picture_part part);

void picture_write_all(int fd, const uint8_t *bytes, size_t length);

#endif
