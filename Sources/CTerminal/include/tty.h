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

/// Keys one by one, without echo or flow control; `^C` and `^V` are keys, `^Z` and `^\` are signals.
void terminal_tty_make_raw(struct termios *modes);

/// Whether this process may use the terminal: job control has not put it in the background.
bool terminal_tty_is_foreground(int fd);

#endif
