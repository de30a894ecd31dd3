#define _GNU_SOURCE
#include "width.h"

#include <stdbool.h>
#include <wchar.h>

static bool contains(const terminal_scalar_range *ranges, int count, uint32_t scalar) {
  int start = 0;
  while (start < count) {
    int middle = start + (count - start) / 2;
    if (scalar > ranges[middle].last)
      start = middle + 1;
    else if (scalar < ranges[middle].first)
      count = middle;
    else
      return true;
  }
  return false;
}

terminal_width_dispute terminal_scalar_dispute(uint32_t scalar) {
  if (contains(terminal_narrower_elsewhere, terminal_narrower_elsewhere_count, scalar))
    return TERMINAL_WIDTH_NARROWER_ELSEWHERE;
  if (contains(terminal_wider_elsewhere, terminal_wider_elsewhere_count, scalar))
    return TERMINAL_WIDTH_WIDER_ELSEWHERE;
  return TERMINAL_WIDTH_AGREED;
}

/// Replaces the C library's function in the whole process, for ncurses.
///
/// ncurses asks `wcwidth` how far the cursor moves, and omits what it calls unprintable: by the
/// library's tables, every emoji newer than the system. The dynamic linker prefers an executable's
/// function to a library's, so ncurses uses the same widths as the text layer.
int wcwidth(wchar_t scalar) {
  // Most of all: ncurses asks several times for each cell that it writes.
  if (scalar >= 0x20 && scalar < 0x7F) return 1;
  return scalar == 0 ? 0 : terminal_scalar_width((uint32_t)scalar);
}
