#define _GNU_SOURCE
#include "width.h"

#include <wchar.h>

/// Stands in for the C library's function in the whole process, for the sake of ncurses.
///
/// ncurses asks `wcwidth` how far the cursor moves, and leaves out what it calls unprintable: with the
/// library's own tables that is every emoji newer than the system. The dynamic linker takes an
/// executable's function before a library's, so ncurses reckons with the widths that the text layer
/// laid the cells out by.
int wcwidth(wchar_t scalar) {
  return scalar == 0 ? 0 : terminal_scalar_width((uint32_t)scalar);
}
