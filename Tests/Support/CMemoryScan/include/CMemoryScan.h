#ifndef CMEMORYSCAN_H
#define CMEMORYSCAN_H

#include <stddef.h>

/// How many times eight bytes in a row of a secret lie in the memory of this program.
///
/// The secret is given with all its bits turned, so that the question is no copy of it. -1: the
/// memory cannot be read.
long memory_scan(const unsigned char *inverted, size_t count);

#endif
