#ifndef SESSION_LOGIN_H
#define SESSION_LOGIN_H

#include <stdbool.h>
#include <stdint.h>

/* Connects to the bus and watches the login's session, for a request of a delay in milliseconds, a space and an
 * address; reports success or the reason for a failure. With a delay of 0 it reports only idling. False if it
 * cannot watch. */
bool login_watch(const char *request);

/* The latest time to call login_tick (INT64_MAX: never). */
int64_t login_due(void);

/* Lets the machine sleep when it has waited long enough. */
void login_tick(void);

/* The app is locked: lets the machine sleep if it is about to. */
void login_locked(void);

#endif
