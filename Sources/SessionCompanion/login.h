#ifndef SESSION_LOGIN_H
#define SESSION_LOGIN_H

#include <stdbool.h>
#include <stdint.h>

/* Asked with a delay in milliseconds, a space and an address: connects to the bus and begins to watch; says so, or why not. False where there is nothing to watch. */
bool login_watch(const char *request);

/* What to wait for: the bus, and until when (milliseconds, -1 for ever). */
int login_descriptor(void);
short login_events(void);
int login_timeout(void);

/* Hears what the bus says; false when it is gone. */
bool login_listen(void);

/* The app is locked: lets the machine sleep, if it wants to. */
void login_locked(void);

#endif
