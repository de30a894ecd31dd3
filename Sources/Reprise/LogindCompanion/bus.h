#ifndef SESSION_BUS_H
#define SESSION_BUS_H

#include <CSystemBus.h>
#include <stdbool.h>
#include <stdint.h>

/* The system's bus; NULL before it is opened. */
extern sd_bus *bus;

/* The time of the monotonic clock, in milliseconds. */
int64_t bus_now(void);

/* Connects to a bus; to the system bus if the address is empty. On failure, reports why and returns false. */
bool bus_open(const char *address);

/* Whether a name has an owner; never starts a service. If not, reports that in a line that begins with the second
 * argument, and returns false. */
bool bus_has(const char *name, const char *known_as);

/* The descriptor to wait for, and the time until which to wait (INT64_MAX: for ever). */
int bus_descriptor(void);
short bus_events(void);
int64_t bus_due(void);

/* Processes the bus's messages; false when the connection is closed. */
bool bus_listen(void);

/* Reports in a last line what went wrong; always false. */
bool bus_fail(const char *what, int code, const struct bus_error *error);

#endif
