#ifndef CTERMINAL_SCREEN_OUTPUT_H
#define CTERMINAL_SCREEN_OUTPUT_H

#include "screen.h"

// Output that bypasses ncurses, and styles as ncurses represents them; not for Swift.

/// Begins to write to a descriptor, which ncurses writes to as well.
void terminal_output_begin(int descriptor);

/// Appends a byte; for `tputs`.
int terminal_output_put(int byte);

/// Writes the appended bytes in one call: ncurses would write them byte by byte.
void terminal_output_flush(void);

/// Leaves the appended bytes to be taken before ncurses' next output, without a system call.
void terminal_output_keep_first(void);

/// Takes the remaining bytes that fit; returns their number.
size_t terminal_output_take(uint8_t *buffer, size_t capacity);

/// Says whether cells have colors.
void terminal_cells_are_colored(bool are_colored);

/// Whether the screen is clear, and ncurses knows where the cursor is.
bool terminal_screen_is_fresh(void);

/// The attributes of a cell, as ncurses has them.
unsigned terminal_cell_attributes(const terminal_cell *cell);

/// The pair of a cell's colors.
int terminal_cell_pair(const terminal_cell *cell);

/// Whether two cells have the same style.
bool terminal_cell_looks_like(const terminal_cell *a, const terminal_cell *b);

#endif
