#ifndef COMPANION_H
#define COMPANION_H

#include <sys/resource.h>

/* Takes away what a companion does not need: other files, dumps of memory that may have a password in it,
 * the person's home, and memory beyond a limit, which whoever answers it could make a library take. */
void companion_take_away(rlim_t memory);

#endif
