#ifndef CTERMINAL_SCREEN_H
#define CTERMINAL_SCREEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// ncurses, writing into memory instead of to a terminal.
///
/// One screen at a time, used from one thread: ncurses keeps its state in globals. Signals and
/// terminal modes are handled elsewhere.

/// One cell, as passed to ncurses.
typedef struct {
  /// The spacing code point; 0 for the right half of a wide one.
  uint32_t base;
  /// Zero-width code points that follow the base; unused slots are 0.
  uint32_t marks[4];
  /// Palette index, -1 for the terminal's default.
  int16_t foreground;
  /// Palette index, -1 for the terminal's default.
  int16_t background;
  /// Bits: 1 bold, 2 dim, 4 underline, 8 reverse, 16 italic.
  uint8_t attributes;
} terminal_cell;

/// The result of looking up a terminal type in terminfo.
typedef enum {
  /// The system has no description of the terminal type.
  terminal_type_unknown,
  /// Such a terminal cannot move its cursor or clear its screen.
  terminal_type_unusable,
  terminal_type_usable,
} terminal_type_state;

terminal_type_state terminal_type_check(const char *type);

/// Makes the process use UTF-8 if its locale does not already.
void terminal_use_utf8(void);

/// Starts ncurses for a terminal type; NULL stands for the built-in description of xterm-256color.
///
/// The first collected bytes take over the terminal.
bool terminal_screen_open(const char *type, int width, int height, bool with_color);

/// The number of colors; 0 without color.
int terminal_screen_colors(void);

/// A string capability of the terminal type without padding marks; returns its length, 0 if absent.
size_t terminal_screen_capability(const char *name, char *buffer, size_t capacity);

/// Tells ncurses the size of the window.
void terminal_screen_resize(int width, int height);

/// Whether the next frame is the first since ncurses started and may be written without ncurses.
bool terminal_screen_takes_first(void);

/// Begins to write the first frame: clears the screen.
void terminal_screen_begin_first(void);

/// Writes a row of the first frame, whose cells were set as well; rows come in order.
void terminal_screen_put_first(int row, const terminal_cell *cells, int count);

/// Ends the first frame; ncurses takes over from what is on the terminal now.
void terminal_screen_end_first(void);

/// Scrolls the rows from `top` to `bottom` up by a distance, down if it is negative, before any cell of
/// the frame is set; uncovered rows are blank.
void terminal_screen_scroll(int top, int bottom, int distance);

/// Makes ncurses compare all rows at the next update.
///
/// The row hashes with which ncurses detects moved rows are outdated after
/// `terminal_screen_scroll`: ncurses would write more than necessary, or move rows that have to
/// stay.
void terminal_screen_compare_all(void);

/// Replaces cells of a row, from a column; neither end may halve a wide character.
void terminal_screen_set_cells(int row, int column, const terminal_cell *cells, int count);

/// Sets whether ncurses may scroll rows of the terminal instead of rewriting them.
void terminal_screen_allow_moving(bool is_allowed);

/// Marks a row as unknown, so that all of it is rewritten.
void terminal_screen_forget_row(int row);

/// Marks cells of a row as unknown, up to the row's end, so that they are rewritten.
void terminal_screen_forget_cells(int row, int column, int count);

/// Writes the changes so far, or everything, and addresses the cursor absolutely.
void terminal_screen_write(int row, int column, bool everything);

/// Rewrites cells of a row as a link to an address; NULL removes the link.
void terminal_screen_write_link(int row, int column, int count, const char *address);

/// Writes the changes, or everything; hides the cursor if its row is negative.
void terminal_screen_update(int cursor_row, int cursor_column, bool everything);

/// Marks the terminal as released; the next update takes it over again.
void terminal_screen_suspend(void);

/// Ends ncurses.
void terminal_screen_close(void);

/// Takes the written bytes that were not taken yet; returns their number, which is less than
/// `capacity` only when that is all.
size_t terminal_screen_collect(uint8_t *buffer, size_t capacity);

#endif
