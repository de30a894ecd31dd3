#include "modem.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define VOICE MODEMS ".Modem.Voice"
#define CALL MODEMS ".Call"
#define CALLING_MODEM MODEM_ROOT "/Modem/1"
#define THE_CALL MODEM_ROOT "/Call/0"

/* ModemManager's call states. */
enum { RINGING_IN = 3, ACTIVE = 4, TERMINATED = 7 };

static bool has_call;
static int32_t state;

static int tell_of_modems(sd_bus_message *message) {
  return probe.reply(message, "a{oa{sa{sv}}}", 3,
                     /* Only modems are queried for calls. */
                     MODEM_ROOT "/SIM/0", 0, MODEM_ROOT "/Modem/0", 1, MODEMS ".Modem", 1, "State", "i", 8,
                     CALLING_MODEM, 0);
}

int modem_answer(sd_bus_message *message, void *userdata, struct bus_error *error) {
  (void)userdata, (void)error;
  const char *path = probe.path(message);
  if (probe.is_call(message, "org.freedesktop.DBus.ObjectManager", "GetManagedObjects"))
    return tell_of_modems(message);
  if (probe.is_call(message, VOICE, "ListCalls"))
    return has_call && strcmp(path, CALLING_MODEM) == 0 ? probe.reply(message, "ao", 1, THE_CALL)
                                                        : probe.reply(message, "ao", 0);
  if (probe.is_call(message, "org.freedesktop.DBus.Properties", "Get") && strcmp(path, THE_CALL) == 0) {
    printf("asked\n");
    fflush(stdout);
    return probe.reply(message, "v", "i", state);
  }
  return 0;
}

static void change(int32_t to) {
  int32_t from = state;
  state = to;
  probe.emit(bus, THE_CALL, CALL, "StateChanged", "iiu", from, to, 0);
}

void modem_tell(const char *event) {
  if (strcmp(event, "ring") == 0) {
    has_call = true;
    state = RINGING_IN;
    probe.emit(bus, CALLING_MODEM, VOICE, "CallAdded", "o", THE_CALL);
  }
  if (strcmp(event, "answer") == 0) change(ACTIVE);
  if (strcmp(event, "hang") == 0) change(TERMINATED);
  if (strcmp(event, "forget") == 0) {
    has_call = false;
    probe.emit(bus, CALLING_MODEM, VOICE, "CallDeleted", "o", THE_CALL);
  }
}
