#ifndef LINE_CONNECTION_H
#define LINE_CONNECTION_H

#include <stdint.h>

#include "companion_frames.h"
#include "postgres_kinds.h"

/* Connects, and answers with success or the reason for failure. */
void line_connect(struct companion_bytes *request);

/* Runs one statement and answers with its rows or an error. */
void line_query(struct companion_bytes *request);

/* The socket to the server, or -1. */
int line_socket(void);

/* Reads unsolicited messages: reports changes, and ends the process after an error frame if the connection
 * is lost. */
void line_listen(void);

/* Closes the connection. */
void line_disconnect(void);

#endif
