#ifndef PSEUDO_TERMINAL_H
#define PSEUDO_TERMINAL_H

#include <stdbool.h>
#include <sys/types.h>

/// Opens a pseudo-terminal of a size; returns the master side, non-blocking, or -1.
int pseudo_terminal_open(int columns, int rows);

/// Sets the size of the window; programs in the terminal get SIGWINCH.
int pseudo_terminal_set_size(int terminal, int columns, int rows);

/// Whether there is typed input that no program has read yet.
bool pseudo_terminal_has_unread(int terminal);

/// Starts a program as the leader of a new session in the terminal; returns 0 or an error number.
int pseudo_terminal_spawn(
    pid_t *process, int terminal, const char *program, char *const *arguments,
    char *const *environment);

#endif
