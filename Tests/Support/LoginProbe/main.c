/* A fake logind and ModemManager on a test's bus: answers the companion's calls, and sends the signals it is told to.
 *
 * login-probe ADDRESS [impostor]: each line of its input is an event; each line of its output reports an inhibitor, or
 * a query about the call's state. An impostor does not own the names. It ends with its input. */

#define _GNU_SOURCE
#include <CSystemBus.h>
#include <dlfcn.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "modem.h"
#include "probe.h"

#define LOGIN "org.freedesktop.login1"
#define MANAGER "/org/freedesktop/login1"
#define SESSION MANAGER "/session/_31"
#define PROPERTIES "org.freedesktop.DBus.Properties"

sd_bus *bus;
/* The read end of the last inhibitor's pipe. */
static int inhibitor = -1;
struct probe_library probe;
/* Whether the session is idle. */
static int is_idle;

static void say(const char *line) {
  printf("%s\n", line);
  fflush(stdout);
}

static int answer(sd_bus_message *message, void *userdata, struct bus_error *error) {
  (void)userdata, (void)error;
  const char *name = "";
  if (probe.is_call(message, LOGIN ".Manager", "GetSession")) {
    bus_library.read(message, "s", &name);
    return strcmp(name, "auto") == 0 ? probe.reply(message, "o", SESSION) : 0;
  }
  if (probe.is_call(message, LOGIN ".Manager", "Inhibit")) {
    int ends[2];
    if (pipe(ends) != 0) return 0;
    int code = probe.reply(message, "h", ends[1]);
    close(ends[1]);
    inhibitor = ends[0];
    say("inhibited");
    return code;
  }
  if (probe.is_call(message, PROPERTIES, "Get") && strcmp(probe.path(message), SESSION) == 0)
    return probe.reply(message, "v", "b", is_idle);
  return 0;
}

static void change(int to) {
  is_idle = to;
  probe.emit(bus, SESSION, PROPERTIES, "PropertiesChanged", "sa{sv}as", LOGIN ".Session", 1, "IdleHint", "b",
             is_idle, 0);
}

static void tell(const char *event) {
  if (strcmp(event, "idle") == 0) change(1);
  if (strcmp(event, "active") == 0) change(0);
  if (strcmp(event, "lock") == 0)
    probe.emit(bus, SESSION, LOGIN ".Session", "Lock", "");
  if (strcmp(event, "other") == 0)
    probe.emit(bus, MANAGER "/session/_32", LOGIN ".Session", "Lock", "");
  if (strcmp(event, "sleep") == 0)
    probe.emit(bus, MANAGER, LOGIN ".Manager", "PrepareForSleep", "b", 1);
  if (strcmp(event, "wake") == 0)
    probe.emit(bus, MANAGER, LOGIN ".Manager", "PrepareForSleep", "b", 0);
  if (strcmp(event, "nonsense") == 0)
    probe.emit(bus, MANAGER, LOGIN ".Manager", "PrepareForSleep", "s", "yes");
}

static void find_functions(void) {
  void *library = bus_library_handle();
  *(void **)&probe.reply = dlsym(library, "sd_bus_reply_method_return");
  *(void **)&probe.emit = dlsym(library, "sd_bus_emit_signal");
  *(void **)&probe.flush = dlsym(library, "sd_bus_flush");
  *(void **)&probe.is_call = dlsym(library, "sd_bus_message_is_method_call");
  *(void **)&probe.own = dlsym(library, "sd_bus_request_name");
  *(void **)&probe.answer_for = dlsym(library, "sd_bus_add_fallback");
  *(void **)&probe.path = dlsym(library, "sd_bus_message_get_path");
}

static bool connect_to(const char *address, bool is_impostor) {
  if (!bus_load_library()) return false;
  find_functions();
  return bus_library.make(&bus) >= 0 && bus_library.set_address(bus, address) >= 0 &&
         bus_library.set_is_client(bus, 1) >= 0 && bus_library.start(bus) >= 0 &&
         probe.answer_for(bus, NULL, MANAGER, answer, NULL) >= 0 &&
         probe.answer_for(bus, NULL, MODEM_ROOT, modem_answer, NULL) >= 0 &&
         (is_impostor || (probe.own(bus, LOGIN, 0) >= 0 && probe.own(bus, MODEMS, 0) >= 0));
}

int main(int count, char **arguments) {
  if (count < 2 || !connect_to(arguments[1], count > 2)) return 1;
  say("ready");
  char line[64];
  while (true) {
    int code;
    do code = bus_library.process(bus, NULL);
    while (code > 0);
    if (code < 0) return 2;
    struct pollfd watched[] = {
        {.fd = STDIN_FILENO, .events = POLLIN},
        {.fd = bus_library.descriptor(bus), .events = POLLIN},
        {.fd = inhibitor, .events = POLLIN},
    };
    if (poll(watched, 3, -1) <= 0) continue;
    if (watched[0].revents != 0) {
      ssize_t length = read(STDIN_FILENO, line, sizeof line - 1);
      if (length <= 0) return 0;
      line[length] = 0;
      for (char *rest = line, *event; (event = strsep(&rest, "\n")) != NULL;) {
        if (strcmp(event, "end") == 0) return probe.flush(bus) < 0;
        tell(event);
        modem_tell(event);
      }
    }
    if (watched[2].revents != 0) {
      close(inhibitor);
      inhibitor = -1;
      say("released");
    }
  }
}
