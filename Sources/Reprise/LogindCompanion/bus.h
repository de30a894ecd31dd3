#ifndef SESSION_BUS_H
#define SESSION_BUS_H

#include <CSystemBus.h>
#include <stdbool.h>
#include <stdint.h>

/* The system's bus; NULL before it is opened. */
extern sd_bus *bus;

/* The time of a clock that nobody sets, in milliseconds. */
int64_t bus_now(void);

/* Connects to a bus, that of the system where the address is empty. False where it says why not. */
bool bus_open(const char *address);

/* Whether somebody owns a name: nothing is started where nobody does. False where it says so; what it says begins
 * with the second argument. */
bool bus_has(const char *name, const char *known_as);

/* What to wait for: the bus, and until when (INT64_MAX: for ever). */
int bus_descriptor(void);
short bus_events(void);
int64_t bus_due(void);

/* Hears what the bus says; false when it is gone. */
bool bus_listen(void);

/* Says in a last line what went wrong; always false. */
bool bus_fail(const char *what, int code, const struct bus_error *error);

#endif
