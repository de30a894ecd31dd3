#define _GNU_SOURCE
#include "login.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bus.h"
#include "companion_frames.h"
#include "logind_kinds.h"

#define LOGIN "org.freedesktop.login1"
#define MANAGER "/org/freedesktop/login1"
#define PROPERTIES "org.freedesktop.DBus.Properties"

/* The longest time that the machine waits for an app that does not report that it is locked, in milliseconds. */
enum { LONGEST_DELAY = 60000 };

/* How long the machine waits for this app, in milliseconds. */
static long delay;
/* While this descriptor is open, the machine does not sleep without asking. */
static int inhibitor = -1;
/* The session's object path on the bus. */
static char session[256];
/* The last report of whether the session is idle; -1 before the first. */
static int said_idle = -1;
/* When to let the machine sleep in any case; 0 while it is not about to sleep. */
static int64_t release_at;

/* Delays the machine's sleep, to have time to lock. */
static void inhibit(void) {
  sd_bus_message *answer = NULL;
  int descriptor;
  if (inhibitor >= 0 || delay == 0) return;
  int code = bus_library.call(bus, LOGIN, MANAGER, LOGIN ".Manager", "Inhibit", NULL, &answer, "ssss",
                              "sleep", "Reprise", "Locks before the machine sleeps", "delay");
  if (code >= 0 && bus_library.read(answer, "h", &descriptor) > 0)
    inhibitor = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  if (answer != NULL) bus_library.release(answer);
}

static void release(void) {
  if (inhibitor >= 0) close(inhibitor);
  inhibitor = -1;
  release_at = 0;
}

void login_locked(void) {
  if (release_at != 0) release();
}

static int hear_lock(sd_bus_message *message, void *userdata, struct bus_error *error) {
  (void)message, (void)userdata, (void)error;
  companion_write_text(SESSION_LOCK, "");
  return 0;
}

static int hear_sleep(sd_bus_message *message, void *userdata, struct bus_error *error) {
  (void)userdata, (void)error;
  int is_starting = 0;
  if (bus_library.read(message, "b", &is_starting) <= 0) return 0;
  if (is_starting) {
    companion_write_text(SESSION_SLEEP, "");
    release_at = bus_now() + delay;
  } else {
    release_at = 0;
    inhibit();
  }
  return 0;
}

/* Finds the session of this process, or else the active graphical one. */
static bool find_session(char *path, size_t room) {
  static const char *const names[] = {"auto", "self"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    sd_bus_message *answer = NULL;
    const char *found = NULL;
    int code = bus_library.call(bus, LOGIN, MANAGER, LOGIN ".Manager", "GetSession", NULL, &answer, "s",
                                names[i]);
    bool is_found = code >= 0 && bus_library.read(answer, "o", &found) > 0 && strlen(found) < room;
    if (is_found) strcpy(path, found);
    if (answer != NULL) bus_library.release(answer);
    if (is_found) return true;
  }
  return false;
}

/* The session's idle hint: 1 idle, 0 not idle, -1 unknown. */
static int idle_hint(void) {
  sd_bus_message *answer = NULL;
  int is_idle = 0;
  int code = bus_library.call(bus, LOGIN, session, PROPERTIES, "Get", NULL, &answer, "ss", LOGIN ".Session",
                              "IdleHint");
  if (code >= 0) code = bus_library.read(answer, "v", "b", &is_idle);
  if (answer != NULL) bus_library.release(answer);
  return code <= 0 ? -1 : is_idle != 0;
}

/* Asks the session instead of reading the signal, which also reports changes of other properties. */
static int look_for_person(sd_bus_message *message, void *userdata, struct bus_error *error) {
  (void)message, (void)userdata, (void)error;
  int is_idle = idle_hint();
  if (is_idle != said_idle) companion_write_text(SESSION_IDLE, is_idle < 0 ? "" : is_idle ? "1" : "0");
  said_idle = is_idle;
  return 0;
}

/* Subscribes to the session's signals; false if that fails. */
static bool watch_session(void) {
  if (!find_session(session, sizeof session)) return false;
  if (delay != 0 && bus_library.match_signal(bus, NULL, LOGIN, session, LOGIN ".Session", "Lock", hear_lock,
                                             NULL) < 0)
    return false;
  return bus_library.match_signal(bus, NULL, LOGIN, session, PROPERTIES, "PropertiesChanged",
                                  look_for_person, NULL) >= 0;
}

static bool read_request(const char *request, const char **address) {
  char *rest;
  delay = strtol(request, &rest, 10);
  if (rest == request || delay < 0 || delay > LONGEST_DELAY || *rest != ' ') return false;
  *address = rest + 1;
  return true;
}

bool login_watch(const char *request) {
  const char *address;
  if (!read_request(request, &address)) return bus_fail("the request", -EINVAL, NULL);
  if (!bus_open(address)) return false;
  int code = delay == 0 ? 0
                        : bus_library.match_signal(bus, NULL, LOGIN, MANAGER, LOGIN ".Manager",
                                                   "PrepareForSleep", hear_sleep, NULL);
  if (code < 0) return bus_fail("the system bus", code, NULL);
  if (!bus_has(LOGIN, "logind")) return false;
  bool is_found = watch_session();
  inhibit();
  bool is_refused = delay != 0 && inhibitor < 0;
  companion_write_text(SESSION_WATCHING, is_refused ? "logind refuses the request"
                                        : is_found ? ""
                                                   : "logind has no session for this program");
  if (is_found) look_for_person(NULL, NULL, NULL);
  return true;
}

int64_t login_due(void) { return release_at == 0 ? INT64_MAX : release_at; }

void login_tick(void) {
  if (release_at != 0 && bus_now() >= release_at) release();
}
