#ifndef C_SYSTEM_BUS_H
#define C_SYSTEM_BUS_H

/* The functions of sd-bus in use, looked up at run time: the program is built without it and also runs
 * without systemd. */

#include <stdbool.h>
#include <stdint.h>

typedef struct sd_bus sd_bus;
typedef struct sd_bus_message sd_bus_message;
typedef struct sd_bus_slot sd_bus_slot;

/* Same layout as in sd-bus.h; it never changes within libsystemd.so.0. */
struct bus_error {
  const char *name, *message;
  int is_owned;
};
typedef int (*bus_handler)(sd_bus_message *message, void *userdata, struct bus_error *error);

struct bus_library {
  int (*make)(sd_bus **bus);
  int (*set_address)(sd_bus *bus, const char *address);
  int (*set_is_client)(sd_bus *bus, int is_client);
  int (*start)(sd_bus *bus);
  int (*set_deadline)(sd_bus *bus, uint64_t microseconds);
  int (*descriptor)(sd_bus *bus);
  int (*events)(sd_bus *bus);
  int (*timeout)(sd_bus *bus, uint64_t *microseconds);
  int (*process)(sd_bus *bus, sd_bus_message **message);
  int (*match_signal)(sd_bus *bus, sd_bus_slot **slot, const char *sender, const char *path,
                      const char *interface, const char *member, bus_handler handler, void *userdata);
  int (*call)(sd_bus *bus, const char *destination, const char *path, const char *interface,
              const char *member, struct bus_error *error, sd_bus_message **answer, const char *types,
              ...);
  int (*read)(sd_bus_message *message, const char *types, ...);
  int (*enter)(sd_bus_message *message, char kind, const char *contents);
  int (*leave)(sd_bus_message *message);
  int (*skip)(sd_bus_message *message, const char *types);
  sd_bus_message *(*release)(sd_bus_message *message);
  void (*free_error)(struct bus_error *error);
};

/* Filled in after bus_load_library has succeeded. */
extern struct bus_library bus_library;

bool bus_load_library(void);

/* The library itself, to look up further functions. */
void *bus_library_handle(void);

#endif
