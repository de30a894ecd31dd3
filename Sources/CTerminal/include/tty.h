#ifndef CTERMINAL_TTY_H
#define CTERMINAL_TTY_H

#include <stdbool.h>
#include <termios.h>

/// Opens the terminal of standard output anew, so that making it non-blocking concerns nobody else.
///
/// Returns -1 if standard input and output are not both a terminal.
int terminal_tty_open(void);

/// The size of the window; false if the terminal does not say.
bool terminal_tty_size(int fd, int *columns, int *rows);

/// Keys one by one, without echo or flow control; `^C`, `^V` and `^Z` are keys, `^\` is a signal.
///
/// As a signal `^Z` would stop whoever started the app at once, and the shell would have the terminal
/// before the app gave it back; and what was typed before it and not yet read would be lost.
void terminal_tty_make_raw(struct termios *modes);

/// Whether this process may use the terminal: job control has not put it in the background.
bool terminal_tty_is_foreground(int fd);

#endif
