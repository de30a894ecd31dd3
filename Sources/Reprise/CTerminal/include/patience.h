#ifndef CTERMINAL_PATIENCE_H
#define CTERMINAL_PATIENCE_H

#include <stddef.h>
#include <stdint.h>

/// Writes all bytes, but gives up on a terminal that stops reading. Safe in a signal handler.
void terminal_write_patiently(int fd, const uint8_t *bytes, size_t count);

#endif
