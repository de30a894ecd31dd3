#define _GNU_SOURCE
#include "unguarded.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "captured_output.h"
#include "timed_write.h"
#include "tty.h"

enum { restore_capacity = 1024, stack_size = 64 << 10 };

static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};
static uint8_t restore[restore_capacity];
static size_t length;
static struct termios modes;
static int tty = -1;
static _Atomic bool is_taken;

/// Restores the terminal and shows the captured output; calls only async-signal-safe functions.
static void restore_terminal(void) {
  if (!atomic_exchange(&is_taken, false)) return;
  // CAN ends a truncated sequence.
  write_with_timeout(tty, (const uint8_t *)"\x18", 1);
  write_with_timeout(tty, restore, length);
  if (tty_is_foreground(tty)) tcsetattr(tty, TCSANOW, &modes);
  captured_output_show(tty);
}

/// The process then dies of the signal, as it would without a handler.
static void crash(int number) {
  restore_terminal();
  signal(number, SIG_DFL);
  raise(number);
}

static void leave(void) {
  if (atomic_load(&is_taken)) captured_output_stop();
  restore_terminal();
}

/// Catches crashes, on a stack of its own, since a stack overflow leaves no room for a handler.
static void watch_crashes(void) {
  static uint8_t room[stack_size];
  stack_t stack = {.ss_sp = room, .ss_size = sizeof room};
  sigaltstack(&stack, NULL);
  struct sigaction action = {.sa_handler = crash, .sa_flags = SA_ONSTACK | SA_RESETHAND};
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
    sigaction(crashes[i], &action, NULL);
  atexit(leave);
}

void unguarded_note_taken(
    const uint8_t *bytes, size_t count, const struct termios *before) {
  if (count > restore_capacity) return;
  atomic_store(&is_taken, false);
  if (tty < 0) {
    tty = tty_open();
    if (tty < 0) return;
    watch_crashes();
  }
  memcpy(restore, bytes, count);
  length = count;
  modes = *before;
  atomic_store(&is_taken, true);
}

void unguarded_note_released(void) { atomic_store(&is_taken, false); }
