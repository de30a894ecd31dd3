#define _GNU_SOURCE
#include "watchdog.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

/// The seconds left; 0 while the watchdog is off.
static _Atomic unsigned seconds_left;

/// Whether a debugger traces this process, which may then take any time.
static bool is_traced(void) {
  char text[2048];
  int fd = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  ssize_t count = read(fd, text, sizeof text - 1);
  close(fd);
  if (count <= 0) return false;
  text[count] = 0;
  const char *tracer = strstr(text, "TracerPid:\t");
  return tracer != NULL && tracer[strlen("TracerPid:\t")] != '0';
}

/// Counts one second; after the last one the process dies of the signal, as it would without a
/// handler.
///
/// A process that was stopped or frozen gets one signal for all that time.
static void count_second(int number) {
  unsigned left = atomic_load(&seconds_left);
  while (left > 0 && !atomic_compare_exchange_weak(&seconds_left, &left, left - 1)) {}
  if (left > 1) {
    alarm(1);
    return;
  }
  int saved = errno;
  // Checked only now: it takes longer than the rest of the watchdog.
  if (left == 1 && !is_traced()) {
    signal(number, SIG_DFL);
    raise(number);
  }
  errno = saved;
}

void guardian_watchdog_start(unsigned seconds) {
  struct sigaction action = {.sa_handler = count_second, .sa_flags = SA_RESTART};
  sigfillset(&action.sa_mask);
  sigaction(SIGALRM, &action, NULL);
  atomic_store(&seconds_left, seconds);
  alarm(seconds > 0 ? 1 : 0);
}
