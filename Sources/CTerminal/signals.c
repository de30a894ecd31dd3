#define _GNU_SOURCE
#include "signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static const int watched[] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH};
static const int ignored[] = {SIGTTIN, SIGTTOU, SIGPIPE};
static int ends[2] = {-1, -1};

static void note(int number) {
  int saved = errno;
  unsigned char byte = (unsigned char)number;
  // A full pipe holds enough signals that are not yet looked at.
  if (write(ends[1], &byte, 1) < 0) {}
  errno = saved;
}

int terminal_signals_watch(void) {
  if (ends[0] < 0 && pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return -1;
  struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART};
  sigfillset(&action.sa_mask);
  for (size_t i = 0; i < sizeof watched / sizeof *watched; i++)
    sigaction(watched[i], &action, NULL);
  action.sa_handler = SIG_IGN;
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
    sigaction(ignored[i], &action, NULL);
  return ends[0];
}

void terminal_signals_unwatch(void) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  for (size_t i = 0; i < sizeof watched / sizeof *watched; i++)
    sigaction(watched[i], &action, NULL);
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
    sigaction(ignored[i], &action, NULL);
}
