#ifndef LINE_CONNECTION_H
#define LINE_CONNECTION_H

#include <stdint.h>

#include "companion_frames.h"
#include "postgres_kinds.h"

/* Connects, and answers that it did, or why not. */
void line_connect(struct companion_bytes *request);

/* Runs one statement and answers with its rows, or with what is wrong. */
void line_query(struct companion_bytes *request);

/* The socket to the server, or -1. */
int line_socket(void);

/* Takes what the server said unasked: tells of changes, and ends the process after an error frame where
 * the connection is lost. */
void line_listen(void);

/* Says goodbye to the server. */
void line_disconnect(void);

#endif
