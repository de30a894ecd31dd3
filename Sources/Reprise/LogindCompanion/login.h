#ifndef SESSION_LOGIN_H
#define SESSION_LOGIN_H

#include <stdbool.h>
#include <stdint.h>

/* Asked with a delay in milliseconds, a space and an address: connects to the bus and begins to watch the login's
 * session; says so, or why not. Without a delay only whether it is idle is said. False where there is nothing to
 * watch. */
bool login_watch(const char *request);

/* When to call login_tick at the latest (INT64_MAX: never). */
int64_t login_due(void);

/* Lets the machine sleep when it has waited long enough. */
void login_tick(void);

/* The app is locked: lets the machine sleep, if it wants to. */
void login_locked(void);

#endif
