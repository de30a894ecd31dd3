#define _GNU_SOURCE
#include "calls.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "bus.h"
#include "companion_frames.h"
#include "logind_kinds.h"

#define MODEMS "org.freedesktop.ModemManager1"
#define ROOT "/org/freedesktop/ModemManager1"
#define VOICE MODEMS ".Modem.Voice"
#define CALL MODEMS ".Call"

/* ModemManager's state of a call that is over. */
enum { TERMINATED = 7 };
/* The most modems and calls that are checked: the service may report any number. */
enum { MOST = 16 };

struct paths {
  int count;
  char path[MOST][128];
};

/* The last report; -1 before the first. */
static int said = -1;

static void note(struct paths *paths, const char *path) {
  if (paths->count == MOST || strlen(path) >= sizeof paths->path[0]) return;
  strcpy(paths->path[paths->count++], path);
}

/* Lists the modems. */
static void find_modems(struct paths *modems) {
  sd_bus_message *answer = NULL;
  const char *path;
  modems->count = 0;
  int code = bus_library.call(bus, MODEMS, ROOT, "org.freedesktop.DBus.ObjectManager", "GetManagedObjects",
                              NULL, &answer, "");
  if (code >= 0 && bus_library.enter(answer, 'a', "{oa{sa{sv}}}") > 0)
    while (bus_library.enter(answer, 'e', "oa{sa{sv}}") > 0) {
      if (bus_library.read(answer, "o", &path) <= 0) break;
      if (strncmp(path, ROOT "/Modem/", strlen(ROOT "/Modem/")) == 0) note(modems, path);
      if (bus_library.skip(answer, "a{sa{sv}}") < 0 || bus_library.leave(answer) < 0) break;
    }
  if (answer != NULL) bus_library.release(answer);
}

static void find_calls(const char *modem, struct paths *calls) {
  sd_bus_message *answer = NULL;
  const char *path;
  calls->count = 0;
  int code = bus_library.call(bus, MODEMS, modem, VOICE, "ListCalls", NULL, &answer, "");
  if (code >= 0 && bus_library.enter(answer, 'a', "o") > 0)
    while (bus_library.read(answer, "o", &path) > 0) note(calls, path);
  if (answer != NULL) bus_library.release(answer);
}

/* Whether a call is not over; false for a call without a state. */
static bool is_under_way(const char *call) {
  sd_bus_message *answer = NULL;
  int32_t state = TERMINATED;
  int code = bus_library.call(bus, MODEMS, call, "org.freedesktop.DBus.Properties", "Get", NULL, &answer,
                              "ss", CALL, "State");
  if (code >= 0 && bus_library.read(answer, "v", "i", &state) <= 0) state = TERMINATED;
  if (answer != NULL) bus_library.release(answer);
  return state != TERMINATED;
}

static bool is_any_under_way(void) {
  struct paths modems, calls;
  find_modems(&modems);
  for (int i = 0; i < modems.count; i++) {
    find_calls(modems.path[i], &calls);
    for (int j = 0; j < calls.count; j++)
      if (is_under_way(calls.path[j])) return true;
  }
  return false;
}

/* Checks all calls instead of counting changes: a count would stay wrong after one missed signal. */
static int look(sd_bus_message *message, void *userdata, struct bus_error *error) {
  (void)message, (void)userdata, (void)error;
  int is_calling = is_any_under_way();
  if (is_calling != said) companion_write_text(SESSION_CALLING, is_calling ? "1" : "0");
  said = is_calling;
  return 0;
}

bool calls_watch(const char *address) {
  if (!bus_open(address) || !bus_has(MODEMS, "ModemManager")) return false;
  static const char *const signals[][2] = {
      {VOICE, "CallAdded"}, {VOICE, "CallDeleted"}, {CALL, "StateChanged"}};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
    int code = bus_library.match_signal(bus, NULL, MODEMS, NULL, signals[i][0], signals[i][1], look, NULL);
    if (code < 0) return bus_fail("the system bus", code, NULL);
  }
  look(NULL, NULL, NULL);
  return true;
}
