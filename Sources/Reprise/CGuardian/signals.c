#define _GNU_SOURCE
#include "signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "suspension.h"

static const int watched[] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH};
static const int ignored[] = {SIGTTIN, SIGTTOU, SIGPIPE};
enum {
  watched_count = sizeof watched / sizeof *watched,
  ignored_count = sizeof ignored / sizeof *ignored,
};
static int ends[2] = {-1, -1};
static bool is_watching;
static struct sigaction before[watched_count + ignored_count];

static void note(int number) {
  // The watch woke the app for some work: it stays in the background.
  if (number == SIGCONT && !suspension_allows_continue()) return;
  int saved = errno;
  unsigned char byte = (unsigned char)number;
  // A full pipe holds enough unread signals.
  if (write(ends[1], &byte, 1) < 0) {}
  if (number == SIGCONT) suspension_did_resume();
  errno = saved;
}

/// Disables Swift's backtracer for crash signals: it would write to the terminal.
static void silence_backtracer(void) {
  static const int numbers[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) signal(numbers[i], SIG_DFL);
  setenv("SWIFT_BACKTRACE", "enable=no", 1);
}

int guardian_signals_watch(void) {
  if (ends[0] < 0 && pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return -1;
  if (is_watching) return ends[0];
  is_watching = true;
  silence_backtracer();
  struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART};
  sigfillset(&action.sa_mask);
  for (int i = 0; i < watched_count; i++) sigaction(watched[i], &action, &before[i]);
  action.sa_handler = SIG_IGN;
  for (int i = 0; i < ignored_count; i++)
    sigaction(ignored[i], &action, &before[watched_count + i]);
  return ends[0];
}

int guardian_signals_descriptor(void) { return is_watching ? ends[0] : -1; }

void guardian_signals_unwatch(void) {
  if (!is_watching) return;
  is_watching = false;
  for (int i = 0; i < watched_count; i++) sigaction(watched[i], &before[i], NULL);
  for (int i = 0; i < ignored_count; i++) sigaction(ignored[i], &before[watched_count + i], NULL);
}
