#ifndef SESSION_CALLS_H
#define SESSION_CALLS_H

#include <stdbool.h>

/* Connects to the bus at an address and reports whether a call is active, now and whenever that changes. On failure,
 * reports why and returns false. */
bool calls_watch(const char *address);

#endif
