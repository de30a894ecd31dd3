#ifndef SESSION_CALLS_H
#define SESSION_CALLS_H

#include <stdbool.h>

/* Asked with the address of a bus: says whether a call is under way, and again whenever that changes. False where it
 * cannot be known; then it says why. */
bool calls_watch(const char *address);

#endif
