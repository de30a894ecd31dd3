#ifndef CGUARDIAN_TTY_H
#define CGUARDIAN_TTY_H

#include <stdbool.h>
#include <termios.h>

/// Opens the terminal of standard output again: only this descriptor becomes non-blocking.
///
/// Returns -1 unless standard input and output are both a terminal.
int tty_open(void);

/// Opens the terminal for another program, in blocking mode; -1 with `errno`.
int tty_open_for_program(int fd);

/// The size of the window; false if the terminal does not report it.
bool tty_size(int fd, int *columns, int *rows);

/// The pixels of a cell; false if the terminal does not report what can be.
bool tty_cell_size(int fd, int *width, int *height);

/// Raw mode, without echo or flow control; `^C`, `^V` and `^Z` are keys, `^\` is a signal.
///
/// As a signal `^Z` would stop the app's parent at once, and the shell would have the terminal
/// before the app restored it. It would also discard unread input.
void tty_make_raw(struct termios *modes);

/// Whether this process may use the terminal: job control has not put it into the background.
bool tty_is_foreground(int fd);

#endif
