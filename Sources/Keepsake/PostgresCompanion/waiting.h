#ifndef LINE_WAITING_H
#define LINE_WAITING_H

#include <stdbool.h>
#include <stdint.h>

/* Milliseconds since some moment. */
int64_t line_now(void);

/* Waits until a socket is ready (POLLIN, POLLOUT) or has failed; false when the moment has come. Ends
 * the process when whoever asked has left. */
bool line_wait(int socket, short events, int64_t until);

#endif
