#ifndef CTERMINAL_WIDTH_H
#define CTERMINAL_WIDTH_H

#include <stdint.h>

/// A range of code points, both ends included.
typedef struct {
  uint32_t first, last;
} terminal_scalar_range;

/// Code points that are narrower in terminals with older tables, or in those that join more;
/// sorted.
extern const terminal_scalar_range terminal_narrower_elsewhere[];
extern const int terminal_narrower_elsewhere_count;

/// Code points that are wider in terminals with older tables; sorted.
extern const terminal_scalar_range terminal_wider_elsewhere[];
extern const int terminal_wider_elsewhere_count;

/// Whether terminals agree with `terminal_scalar_width`.
typedef enum {
  /// All terminals in use agree.
  TERMINAL_WIDTH_AGREED,
  /// Some measure it as narrower, or put it into the preceding cell.
  TERMINAL_WIDTH_NARROWER_ELSEWHERE,
  /// Some measure it as wider, or give a mark its own cell.
  TERMINAL_WIDTH_WIDER_ELSEWHERE,
} terminal_width_dispute;

/// Whether terminals agree about the width of a code point.
terminal_width_dispute terminal_scalar_dispute(uint32_t scalar);

/// For each 4,096 code points, their row in `terminal_width_leaves`.
extern const uint8_t terminal_width_branches[272];

/// For each 128 code points of a branch, their row in `terminal_widths`.
extern const uint8_t terminal_width_leaves[][32];

/// Two bits for each code point of a leaf, the first in the lowest: its width, 3 for -1.
extern const uint64_t terminal_widths[][4];

/// The width of a code point in columns, in any locale, by the Unicode version that `width_table.c`
/// names: 0 for a combining code point, -1 for a code point that can't be shown (a control
/// character or an unassigned one).
///
/// ncurses uses the same widths, since `wcwidth` returns them too.
static inline int terminal_scalar_width(uint32_t scalar) {
  if (scalar > 0x10FFFF) return -1;
  unsigned leaf = terminal_width_leaves[terminal_width_branches[scalar >> 12]][scalar >> 7 & 31];
  int width = (int)(terminal_widths[leaf][scalar >> 5 & 3] >> (scalar & 31) * 2 & 3);
  return width == 3 ? -1 : width;
}

#endif
