#ifndef PROBE_H
#define PROBE_H

#include <CSystemBus.h>
#include <stdbool.h>

/* The functions of sd-bus that only the probe uses, not the companion. */
struct probe_library {
  int (*reply)(sd_bus_message *call, const char *types, ...);
  int (*emit)(sd_bus *bus, const char *path, const char *interface, const char *member, const char *types,
              ...);
  int (*flush)(sd_bus *bus);
  int (*is_call)(sd_bus_message *message, const char *interface, const char *member);
  int (*own)(sd_bus *bus, const char *name, uint64_t flags);
  int (*answer_for)(sd_bus *bus, sd_bus_slot **slot, const char *path, bus_handler handler, void *userdata);
  const char *(*path)(sd_bus_message *message);
};
extern struct probe_library probe;
extern sd_bus *bus;

#endif
