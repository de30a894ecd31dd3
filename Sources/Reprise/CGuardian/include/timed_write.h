#ifndef CGUARDIAN_TIMED_WRITE_H
#define CGUARDIAN_TIMED_WRITE_H

#include <stddef.h>
#include <stdint.h>

/// Writes all bytes, but gives up on a terminal that stops reading. Safe in a signal handler.
void write_with_timeout(int fd, const uint8_t *bytes, size_t count);

#endif
