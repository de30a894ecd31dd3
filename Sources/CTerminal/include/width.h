#ifndef CTERMINAL_WIDTH_H
#define CTERMINAL_WIDTH_H

#include <stdint.h>

/// Code points from the first to the last.
typedef struct {
  uint32_t first, last;
} terminal_scalar_range;

/// What takes fewer columns in terminals with older tables, or in those that join more; in order.
extern const terminal_scalar_range terminal_narrower_elsewhere[];
extern const int terminal_narrower_elsewhere_count;

/// What takes more columns in terminals with older tables; in order.
extern const terminal_scalar_range terminal_wider_elsewhere[];
extern const int terminal_wider_elsewhere_count;

/// What terminals make of the width that `terminal_scalar_width` tells.
typedef enum {
  /// All that are in use agree.
  TERMINAL_WIDTH_AGREED,
  /// Some take it for narrower, or put it into the cell before.
  TERMINAL_WIDTH_NARROWER_ELSEWHERE,
  /// Some take it for wider, or give a mark a cell of its own.
  TERMINAL_WIDTH_WIDER_ELSEWHERE,
} terminal_width_dispute;

/// Whether terminals agree about a code point.
terminal_width_dispute terminal_scalar_dispute(uint32_t scalar);

/// For each 4,096 code points, the row of `terminal_width_leaves` that is about them.
extern const uint8_t terminal_width_branches[272];

/// For each 128 code points of a branch, the row of `terminal_widths` that is about them.
extern const uint8_t terminal_width_leaves[][32];

/// Two bits for each code point of a leaf, the first in the lowest: its width, 3 for -1.
extern const uint64_t terminal_widths[][4];

/// Columns of a code point by the Unicode version that `width_table.c` names, in whatever locale the
/// process runs; 0 for one that stands on another, -1 for one that cannot be shown: a control
/// character or an unassigned one.
///
/// ncurses reckons with the same numbers, since `wcwidth` gives them too.
static inline int terminal_scalar_width(uint32_t scalar) {
  if (scalar > 0x10FFFF) return -1;
  unsigned leaf = terminal_width_leaves[terminal_width_branches[scalar >> 12]][scalar >> 7 & 31];
  int width = (int)(terminal_widths[leaf][scalar >> 5 & 3] >> (scalar & 31) * 2 & 3);
  return width == 3 ? -1 : width;
}

#endif
