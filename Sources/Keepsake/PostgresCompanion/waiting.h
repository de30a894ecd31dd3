#ifndef LINE_WAITING_H
#define LINE_WAITING_H

#include <stdbool.h>
#include <stdint.h>

/* Milliseconds since an arbitrary time. */
int64_t line_now(void);

/* Waits until a socket is ready (POLLIN, POLLOUT) or has failed; returns false at the deadline. Ends the process
 * when the parent has closed its pipe. */
bool line_wait(int socket, short events, int64_t until);

#endif
