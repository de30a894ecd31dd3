#define _GNU_SOURCE
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include "screen_output.h"

#include <curses.h>
#include <term.h>

// The first frame of a launch is drawn on a cleared screen, so no old content needs comparing.
// ncurses would take longer to optimize the cursor movement between pieces of text than to write them.

/// Where the cursor is, and in which style the terminal writes.
static int at_row, at_column;
static terminal_cell current;

static const terminal_cell plain = {.base = ' ', .foreground = -1, .background = -1};

/// A gap of so many blanks takes no more bytes than an address.
enum { short_gap = 6 };

bool terminal_screen_takes_first(void) {
  // Elsewhere a character in the last cell scrolls the screen.
  return terminal_screen_is_fresh() && (eat_newline_glitch || !auto_right_margin);
}

static void use_style(const terminal_cell *cell) {
  if (terminal_cell_looks_like(cell, &current)) return;
  int pair = terminal_cell_pair(cell);
  vid_puts(terminal_cell_attributes(cell), 0, &pair, terminal_output_put);
  current = *cell;
}

static void put_scalar(uint32_t scalar) {
  if (scalar < 0x80) {
    terminal_output_put((int)scalar);
    return;
  }
  const int more = scalar < 0x800 ? 1 : scalar < 0x10000 ? 2 : 3;
  static const int leading[] = {0, 0xC0, 0xE0, 0xF0};
  terminal_output_put(leading[more] | (int)(scalar >> (6 * more)));
  for (int part = more - 1; part >= 0; part--)
    terminal_output_put(0x80 | (int)(scalar >> (6 * part) & 0x3F));
}

static void go_to(int row, int column) {
  if (row == at_row && column == at_column) return;
  const int gap = column - at_column;
  if (row == at_row && gap > 0 && gap <= short_gap) {
    use_style(&plain);
    for (int i = 0; i < gap; i++) terminal_output_put(' ');
  } else {
    if (!move_standout_mode) use_style(&plain);
    tputs(tiparm(cursor_address, row, column), 1, terminal_output_put);
  }
  at_row = row;
  at_column = column;
}

static bool is_blank(const terminal_cell *cell) {
  return cell->base == ' ' && cell->marks[0] == 0 && terminal_cell_looks_like(cell, &plain);
}

void terminal_screen_begin_first(void) {
  int pair = 0;
  vid_puts(A_NORMAL, 0, &pair, terminal_output_put);
  current = plain;
  tputs(clear_screen, LINES, terminal_output_put);
  at_row = at_column = 0;
}

void terminal_screen_put_first(int row, const terminal_cell *cells, int count) {
  for (int x = 0; x < count; x++) {
    const terminal_cell *cell = &cells[x];
    if (cell->base == 0 || is_blank(cell)) continue;
    go_to(row, x);
    use_style(cell);
    put_scalar(cell->base);
    for (int mark = 0; mark < 4 && cell->marks[mark] != 0; mark++) put_scalar(cell->marks[mark]);
    at_column = x + 1;
    if (x + 1 < count && cells[x + 1].base == 0) at_column++;
  }
}

void terminal_screen_end_first(void) {
  use_style(&plain);
  // Where ncurses left the cursor.
  tputs(tiparm(cursor_address, getcury(curscr), getcurx(curscr)), 1, terminal_output_put);
  terminal_output_flush();
  // Every model of ncurses now holds the frame, so no output is left.
  wnoutrefresh(stdscr);
  copywin(newscr, curscr, 0, 0, 0, 0, LINES - 1, COLS - 1, FALSE);
  wtouchln(newscr, 0, LINES, FALSE);
  wtouchln(curscr, 0, LINES, FALSE);
  clearok(newscr, FALSE);
  clearok(curscr, FALSE);
}
