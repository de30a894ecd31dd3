#define _GNU_SOURCE
#include <endian.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "guardian_page.h"
#include "captured_output.h"
#include "timed_write.h"
#include "supervision.h"
#include "tty.h"

#define page guardian_shared

void guardian_note_end(int number) {
  if (!atomic_exchange(&page->has_note, 0)) return;
  page->note_path[note_capacity - 1] = 0;
  int fd = open(page->note_path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return;
  struct timespec now = {0};
  clock_gettime(CLOCK_MONOTONIC, &now);
  uint32_t value = htole32((uint32_t)number);
  uint64_t time = htole64((uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec);
  uint8_t note[sizeof value + sizeof time];
  memcpy(note, &value, sizeof value);
  memcpy(note + sizeof value, &time, sizeof time);
  if (pwrite(fd, note, sizeof note, (off_t)page->note_offset) < 0) {}
  close(fd);
}

void guardian_save_crash(int number) {
  if (!atomic_exchange(&page->has_crash_path, 0)) return;
  page->crash_path[note_capacity - 1] = 0;
  int fd = open(
      page->crash_path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0600);
  if (fd < 0) return;
  dprintf(fd, "%d\n", number);
  captured_output_copy(fd, page->output_began);
  close(fd);
}

bool guardian_is_crash(int number) {
  switch (number) {
    case SIGALRM:
      return atomic_load(&page->restarts_when_stuck) != 0;
    case SIGSEGV: case SIGBUS: case SIGILL: case SIGFPE: case SIGABRT: case SIGTRAP: case SIGSYS:
      return true;
    default:
      return false;
  }
}

void guardian_restore(const guardian_supervision *self) {
  if (self->tty < 0) return;
  if (atomic_exchange(&page->taken, 0) == 0) return;
  const guardian_terminal_state *way = &page->ways[atomic_load(&page->way) % 2];
  uint32_t length = way->length;
  if (length <= restore_capacity) {
    // CAN ends a truncated sequence.
    write_with_timeout(self->tty, (const uint8_t *)"\x18", 1);
    write_with_timeout(self->tty, way->restore, length);
  }
  // Another process in the foreground has set its own modes.
  if (tty_is_foreground(self->tty)) tcsetattr(self->tty, TCSANOW, &way->modes);
}

void guardian_say_end(const guardian_supervision *self, int number) {
  char text[256];
  int length =
      number == SIGALRM
          ? snprintf(
                text, sizeof text, "%s: did not respond and was ended; your screen is saved\n",
                self->program)
          : snprintf(
                text, sizeof text, "%s: ended by signal %d (%s); your screen is saved\n",
                self->program, number, strsignal(number));
  if (length < 0) return;
  size_t count = (size_t)length < sizeof text ? (size_t)length : sizeof text - 1;
  if (write(STDERR_FILENO, text, count) < 0) {}
}
