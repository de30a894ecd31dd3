#ifndef CTERMINAL_WIDTH_H
#define CTERMINAL_WIDTH_H

#include <stdint.h>

/// Columns of a code point by the C library's UTF-8 tables, in whatever locale the process runs.
///
/// These are the numbers that ncurses reckons with. 0 for a combining code point, -1 for one that
/// cannot be shown: a control character or an unassigned one.
int terminal_scalar_width(uint32_t scalar);

#endif
