#ifndef COMPANION_FRAMES_H
#define COMPANION_FRAMES_H

/* The frames that a companion and the program that started it exchange over their channel: the length of
 * the payload (4 bytes), the kind (1 byte), the payload. Numbers are little-endian.
 * Storage/Processes/Companion.swift is the other end. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A payload that is read or written front to back. */
struct companion_bytes {
  uint8_t *bytes;
  size_t length, room, place;
  bool failed; /* there was no memory, or less than what was taken */
};

/* Reads one frame; the caller frees its bytes, which a zero follows. False at the end of the input and
 * for a payload above the limit. */
bool companion_read_frame(uint8_t *kind, struct companion_bytes *payload, uint32_t limit);

/* Writes one frame; ends the process if the other end is closed. */
void companion_write_frame(uint8_t kind, const struct companion_bytes *payload);

/* Writes a frame with a text; ends the process if the channel has no room for it. */
void companion_write_text(uint8_t kind, const char *text);

/* Read and remove the first bytes. */
uint64_t companion_take_number(struct companion_bytes *payload, int length);
uint8_t *companion_take(struct companion_bytes *payload, size_t length);
/* A text that follows its length in four bytes, as a string that the caller frees. */
char *companion_take_text(struct companion_bytes *payload);

/* Append. */
void companion_put_number(struct companion_bytes *payload, uint64_t number, int length);
void companion_put(struct companion_bytes *payload, const void *source, size_t length);

#endif
