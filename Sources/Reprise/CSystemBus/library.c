#include <dlfcn.h>
#include <stddef.h>

#include "CSystemBus.h"

struct bus_library bus_library;

/* The pointer that receives a function of the library. */
struct place {
  const char *name;
  void *function;
};

void *bus_library_handle(void) { return dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL); }

bool bus_load_library(void) {
  void *library = bus_library_handle();
  if (library == NULL) return false;
  const struct place places[] = {
      {"sd_bus_new", &bus_library.make},
      {"sd_bus_set_address", &bus_library.set_address},
      {"sd_bus_set_bus_client", &bus_library.set_is_client},
      {"sd_bus_start", &bus_library.start},
      {"sd_bus_set_method_call_timeout", &bus_library.set_deadline},
      {"sd_bus_get_fd", &bus_library.descriptor},
      {"sd_bus_get_events", &bus_library.events},
      {"sd_bus_get_timeout", &bus_library.timeout},
      {"sd_bus_process", &bus_library.process},
      {"sd_bus_match_signal", &bus_library.match_signal},
      {"sd_bus_call_method", &bus_library.call},
      {"sd_bus_message_read", &bus_library.read},
      {"sd_bus_message_enter_container", &bus_library.enter},
      {"sd_bus_message_exit_container", &bus_library.leave},
      {"sd_bus_message_skip", &bus_library.skip},
      {"sd_bus_message_unref", &bus_library.release},
      {"sd_bus_error_free", &bus_library.free_error},
  };
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    void *function = dlsym(library, places[i].name);
    if (function == NULL) return false;
    *(void **)places[i].function = function;
  }
  return true;
}
