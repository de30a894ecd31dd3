#ifndef COMPANION_H
#define COMPANION_H

#include <sys/resource.h>

/* Removes the rights that a companion does not need: other files, core dumps, which may contain a password,
 * the person's home, and memory beyond a limit, which a hostile peer could make a library allocate. */
void companion_take_away(rlim_t memory);

#endif
