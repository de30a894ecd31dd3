#define _GNU_SOURCE
#include "login.h"

#include <CSystemBus.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "frames.h"

#define LOGIN "org.freedesktop.login1"
#define MANAGER "/org/freedesktop/login1"
#define SYSTEM_BUS "unix:path=/run/dbus/system_bus_socket"

/* How long an answer of the bus may take, in microseconds. */
enum { PATIENCE = 5000000 };
/* How long the machine waits at most for an app that does not say that it is locked, in milliseconds. */
enum { LONGEST_DELAY = 60000 };

static sd_bus *bus;
/* How long the machine waits for this app, in milliseconds. */
static long delay;
/* While it is open the machine does not sleep without asking. */
static int inhibitor = -1;
/* When to let it sleep in any case; 0 where it does not want to. */
static int64_t release_at;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * (int64_t)1000 + time.tv_nsec / 1000000;
}

static bool fail(const char *what, int code, const struct bus_error *error) {
  char line[SESSION_MAX_PAYLOAD + 1];
  const char *reason = error != NULL && error->message != NULL ? error->message : strerror(-code);
  snprintf(line, sizeof line, "%s: %s", what, reason);
  session_write_frame(SESSION_ERROR, line);
  return false;
}

/* Asks to be told before the machine sleeps, and for the time to lock. */
static void inhibit(void) {
  sd_bus_message *answer = NULL;
  int descriptor;
  if (inhibitor >= 0) return;
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
  session_write_frame(SESSION_LOCK, "");
  return 0;
}

static int hear_sleep(sd_bus_message *message, void *userdata, struct bus_error *error) {
  (void)userdata, (void)error;
  int is_starting = 0;
  if (bus_library.read(message, "b", &is_starting) <= 0) return 0;
  if (is_starting) {
    session_write_frame(SESSION_SLEEP, "");
    release_at = now() + delay;
  } else {
    release_at = 0;
    inhibit();
  }
  return 0;
}

/* The session of this process; where it has none, the one in front of the person. */
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

/* Whether an address names a socket and nothing else: others can start programs. */
static bool is_socket(const char *address) {
  return strncmp(address, "unix:", 5) == 0 && strchr(address, ';') == NULL;
}

/* Connects to a bus, and asks to hear when the machine is about to sleep. */
static bool open_bus(const char *address) {
  int code = bus_library.make(&bus);
  if (code >= 0) code = bus_library.set_address(bus, address);
  if (code >= 0) code = bus_library.set_is_client(bus, 1);
  if (code >= 0) code = bus_library.set_deadline(bus, PATIENCE);
  if (code >= 0) code = bus_library.start(bus);
  if (code >= 0)
    code = bus_library.match_signal(bus, NULL, LOGIN, MANAGER, LOGIN ".Manager", "PrepareForSleep",
                                    hear_sleep, NULL);
  return code >= 0 || fail("the system bus", code, NULL);
}

/* Whether there is a logind: nothing is started where there is none. */
static bool is_there(void) {
  struct bus_error error = {0};
  sd_bus_message *answer = NULL;
  int code = bus_library.call(bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                          "GetNameOwner", &error, &answer, "s", LOGIN);
  if (answer != NULL) bus_library.release(answer);
  if (code >= 0) return true;
  fail("logind", code, &error);
  bus_library.free_error(&error);
  return false;
}

bool login_watch(const char *request) {
  char *rest;
  delay = strtol(request, &rest, 10);
  if (delay <= 0 || delay > LONGEST_DELAY || *rest != ' ') return fail("the request", -EINVAL, NULL);
  const char *address = rest + 1;
  if (*address == 0) address = SYSTEM_BUS;
  if (!is_socket(address)) return fail("the system bus", -EINVAL, NULL);
  if (!bus_load_library()) {
    session_write_frame(SESSION_ERROR, "libsystemd.so.0 is missing");
    return false;
  }
  if (!open_bus(address) || !is_there()) return false;
  char session[256];
  bool is_found = find_session(session, sizeof session);
  if (is_found)
    is_found = bus_library.match_signal(bus, NULL, LOGIN, session, LOGIN ".Session", "Lock", hear_lock,
                                        NULL) >= 0;
  inhibit();
  session_write_frame(SESSION_WATCHING, inhibitor < 0 ? "logind refuses what it is asked"
                                        : is_found    ? ""
                                                      : "logind knows no session of this program");
  return true;
}

int login_descriptor(void) { return bus == NULL ? -1 : bus_library.descriptor(bus); }

short login_events(void) {
  int events = bus == NULL ? 0 : bus_library.events(bus);
  return (short)(events < 0 ? POLLIN : events);
}

int login_timeout(void) {
  uint64_t due;
  int64_t until = INT64_MAX;
  if (bus != NULL && bus_library.timeout(bus, &due) >= 0 && due != UINT64_MAX)
    until = (int64_t)(due / 1000) + 1;
  if (release_at != 0 && release_at < until) until = release_at;
  if (until == INT64_MAX) return -1;
  int64_t rest = until - now();
  return rest < 0 ? 0 : rest > 60000 ? 60000 : (int)rest;
}

bool login_listen(void) {
  if (release_at != 0 && now() >= release_at) release();
  if (bus == NULL) return true;
  int code;
  do code = bus_library.process(bus, NULL);
  while (code > 0);
  if (code < 0) return fail("the system bus is gone", code, NULL);
  return true;
}
