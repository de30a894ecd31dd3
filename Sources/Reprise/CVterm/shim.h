#ifndef CVTERM_SHIM_H
#define CVTERM_SHIM_H

#include <vterm.h>

/// A cell of a libvterm screen, without the bit fields and unions that Swift can't import.
typedef struct {
  /// Code points, terminated by 0. In the right half of a wide glyph, the first is (uint32_t)-1.
  uint32_t chars[VTERM_MAX_CHARS_PER_CELL + 1];
  /// Palette indices; -1 for the default, -2 for a color outside the palette.
  int foreground;
  int background;
  bool bold, underline, italic, reverse;
} cvterm_cell;

static inline int cvterm_index(const VTermColor *color, bool is_default) {
  if (is_default) return -1;
  return VTERM_COLOR_IS_INDEXED(color) ? color->indexed.idx : -2;
}

/// Reads a cell; false outside the screen.
static inline bool cvterm_get_cell(VTermScreen *screen, int row, int column, cvterm_cell *cell) {
  VTermScreenCell read;
  VTermPos position = {.row = row, .col = column};
  if (!vterm_screen_get_cell(screen, position, &read)) return false;
  for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL; i++) cell->chars[i] = read.chars[i];
  cell->chars[VTERM_MAX_CHARS_PER_CELL] = 0;
  cell->foreground = cvterm_index(&read.fg, VTERM_COLOR_IS_DEFAULT_FG(&read.fg));
  cell->background = cvterm_index(&read.bg, VTERM_COLOR_IS_DEFAULT_BG(&read.bg));
  cell->bold = read.attrs.bold;
  cell->underline = read.attrs.underline != 0;
  cell->italic = read.attrs.italic;
  cell->reverse = read.attrs.reverse;
  return true;
}

#endif
