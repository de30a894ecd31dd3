#ifndef CTERMINAL_OUTPUT_H
#define CTERMINAL_OUTPUT_H

#include <stdbool.h>

/// Keeps what is printed while the app has the terminal: `print`, a C library's complaints, the
/// message of a trap. It would stand in the middle of the screen, and could tell the terminal to do
/// anything.
///
/// The newest 64 KiB are kept in memory that the guardian shares, and shown, with everything escaped
/// that is no text, when the terminal has been given back: by the app, or by whoever survives it.

/// Makes the memory; called in the guardian before the app is split off, else when first needed.
void terminal_output_prepare(void);

/// From now on what is written to standard output and standard error is kept, where they lead to a
/// terminal.
void terminal_output_keep(void);

/// Both lead to the terminal again; nothing is shown yet.
void terminal_output_release(void);

/// Whether output is being kept.
bool terminal_output_is_kept(void);

/// Shows what was kept and has not been shown, on an open terminal whose modes are the usual ones.
///
/// Safe in a signal handler.
void terminal_output_show(int tty);

/// Makes room where much was printed; called now and then while output is kept.
void terminal_output_trim(void);

#endif
