#define _GNU_SOURCE
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include "screen_output.h"

#include <curses.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

/// Sequences of our own: past the stream's buffer, as ncurses writes, but in one call.
static struct {
  int descriptor;
  char bytes[2048];
  size_t count;
  bool was_full;
} own;

void terminal_output_begin(int descriptor) {
  own.descriptor = descriptor;
  own.count = 0;
  own.was_full = false;
}

void terminal_output_flush(void) {
  const char *bytes = own.bytes;
  while (own.count > 0) {
    ssize_t count = write(own.descriptor, bytes, own.count);
    if (count < 0 && errno == EINTR) continue;
    // Out of memory: the frame is incomplete, as when ncurses' own writes fail.
    if (count <= 0) break;
    bytes += count;
    own.count -= (size_t)count;
  }
  own.count = 0;
}

int terminal_output_put(int byte) {
  if (own.count == sizeof own.bytes) {
    terminal_output_flush();
    own.was_full = true;
  }
  own.bytes[own.count++] = (char)byte;
  return byte;
}

void terminal_output_keep_first(void) {
  // A part was written already: the rest has to follow it.
  if (own.was_full) terminal_output_flush();
  own.was_full = false;
}

size_t terminal_output_take(uint8_t *buffer, size_t capacity) {
  size_t count = own.count < capacity ? own.count : 0;
  memcpy(buffer, own.bytes, count);
  own.count = 0;
  return count;
}

static bool has_color;

void terminal_cells_are_colored(bool are_colored) { has_color = are_colored; }

unsigned terminal_cell_attributes(const terminal_cell *cell) {
  static const attr_t known[] = {A_BOLD, A_DIM, A_UNDERLINE, A_REVERSE, A_ITALIC};
  attr_t attributes = A_NORMAL;
  for (unsigned bit = 0; bit < sizeof known / sizeof *known; bit++)
    if (cell->attributes & (1u << bit)) attributes |= known[bit];
  return attributes;
}

int terminal_cell_pair(const terminal_cell *cell) {
  if (!has_color || (cell->foreground < 0 && cell->background < 0)) return 0;
  int pair = alloc_pair(cell->foreground, cell->background);
  return pair < 0 ? 0 : pair;
}

bool terminal_cell_looks_like(const terminal_cell *a, const terminal_cell *b) {
  return a->foreground == b->foreground && a->background == b->background &&
         a->attributes == b->attributes;
}
