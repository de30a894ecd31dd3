#ifndef CMEMORYSCAN_H
#define CMEMORYSCAN_H

#include <stddef.h>

/// Counts the occurrences of any eight consecutive bytes of a secret in this program's memory.
///
/// The bits of the secret are inverted, so that the argument is no copy of it. Returns -1 if the memory can't be read.
long memory_scan(const unsigned char *inverted, size_t count);

#endif
