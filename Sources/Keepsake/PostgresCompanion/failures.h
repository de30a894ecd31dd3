#ifndef LINE_FAILURES_H
#define LINE_FAILURES_H

/* States that no server sends: errors before a connection exists. SyncError.swift reads
 * them. */
#define LINE_STATE_NO_LIBRARY "KL000"
#define LINE_STATE_ADDRESS "KL001"
#define LINE_STATE_REFUSED "KL002"
#define LINE_STATE_DEADLINE "KL003"
#define LINE_STATE_TOO_LARGE "KL004"
#define LINE_STATE_UNREACHABLE "08001"
#define LINE_STATE_LOST "08006"
#define LINE_STATE_NONSENSE "08P01"

/* Answers with an error: five letters, and a message up to its first line break. */
void line_fail(const char *state, const char *message);

/* Answers why the connection failed or was lost: libpq's message and the kind of failure. */
void line_fail_connection(const char *message, const char *otherwise);

#endif
