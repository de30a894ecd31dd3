#define _GNU_SOURCE
#include "bus.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "companion_frames.h"
#include "logind_kinds.h"

#define SYSTEM_BUS "unix:path=/run/dbus/system_bus_socket"

/* The timeout for an answer of the bus, in microseconds. */
enum { PATIENCE = 5000000 };

sd_bus *bus;

int64_t bus_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * (int64_t)1000 + time.tv_nsec / 1000000;
}

bool bus_fail(const char *what, int code, const struct bus_error *error) {
  char line[SESSION_MAX_PAYLOAD + 1];
  const char *reason = error != NULL && error->message != NULL ? error->message : strerror(-code);
  snprintf(line, sizeof line, "%s: %s", what, reason);
  companion_write_text(SESSION_ERROR, line);
  return false;
}

/* Whether an address names only sockets: other kinds can start programs. */
static bool is_socket(const char *address) {
  return strncmp(address, "unix:", 5) == 0 && strchr(address, ';') == NULL;
}

bool bus_open(const char *address) {
  if (*address == 0) address = SYSTEM_BUS;
  if (!is_socket(address)) return bus_fail("the system bus", -EINVAL, NULL);
  if (!bus_load_library()) {
    companion_write_text(SESSION_ERROR, "libsystemd.so.0 is missing");
    return false;
  }
  int code = bus_library.make(&bus);
  if (code >= 0) code = bus_library.set_address(bus, address);
  if (code >= 0) code = bus_library.set_is_client(bus, 1);
  if (code >= 0) code = bus_library.set_deadline(bus, PATIENCE);
  if (code >= 0) code = bus_library.start(bus);
  return code >= 0 || bus_fail("the system bus", code, NULL);
}

bool bus_has(const char *name, const char *known_as) {
  struct bus_error error = {0};
  sd_bus_message *answer = NULL;
  int code = bus_library.call(bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                          "GetNameOwner", &error, &answer, "s", name);
  if (answer != NULL) bus_library.release(answer);
  if (code >= 0) return true;
  bus_fail(known_as, code, &error);
  bus_library.free_error(&error);
  return false;
}

int bus_descriptor(void) { return bus_library.descriptor(bus); }

short bus_events(void) {
  int events = bus_library.events(bus);
  return (short)(events < 0 ? POLLIN : events);
}

int64_t bus_due(void) {
  uint64_t due;
  if (bus_library.timeout(bus, &due) < 0 || due == UINT64_MAX) return INT64_MAX;
  return (int64_t)(due / 1000) + 1;
}

bool bus_listen(void) {
  int code;
  do code = bus_library.process(bus, NULL);
  while (code > 0);
  if (code < 0) return bus_fail("the system bus closed the connection", code, NULL);
  return true;
}
