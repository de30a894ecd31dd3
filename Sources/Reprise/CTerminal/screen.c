#define _GNU_SOURCE
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include "screen.h"
#include "description.h"
#include "screen_output.h"

#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <term.h>
#include <unistd.h>

static SCREEN *screen;
static FILE *memory;
/// How many of the bytes from ncurses have been collected.
static off_t collected;
enum { memory_kept = 64 << 10 };
static bool has_color;
static bool is_suspended;
/// Whether nothing was shown or resized since ncurses started: the screen is clear.
static bool is_fresh;
static cchar_t *line;
static int line_capacity;

terminal_type_state terminal_type_check(const char *type) {
  int error = 0;
  if (setupterm(type, STDOUT_FILENO, &error) != OK || cur_term == NULL)
    return terminal_type_unknown;
  bool usable = cursor_address != NULL && clear_screen != NULL && !generic_type;
  del_curterm(cur_term);
  return usable ? terminal_type_usable : terminal_type_unusable;
}

void terminal_use_utf8(void) {
  if (setlocale(LC_CTYPE, "") != NULL && strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return;
  setlocale(LC_CTYPE, "C.UTF-8");
}

/// Sets the scroll region to the whole window: ncurses does so only at its start, with a guessed
/// size.
static void use_all_rows(void) {
  if (change_scroll_region != NULL)
    tputs(tiparm(change_scroll_region, 0, LINES - 1), 1, terminal_output_put);
  terminal_output_flush();
}

/// Sets an environment variable, or removes it if the value is `NULL`.
static void put_variable(const char *name, const char *value) {
  if (value != NULL)
    setenv(name, value, 1);
  else
    unsetenv(name);
}

/// Sets a variable to a number and returns a copy of its previous value; `NULL` if it had none.
static char *exchange_variable(const char *name, int number) {
  const char *value = getenv(name);
  char *former = value == NULL ? NULL : strdup(value);
  char text[16];
  snprintf(text, sizeof text, "%d", number);
  put_variable(name, text);
  return former;
}

/// Starts ncurses with the size of the window.
///
/// ncurses would ask a tty or the environment for it, or else allocate a screen of 80 by 24 and
/// free it again.
///
/// Without a type it uses the built-in description.
static SCREEN *start_curses(const char *type, int width, int height) {
  char *former_height = exchange_variable("LINES", height);
  char *former_width = exchange_variable("COLUMNS", width);
  const char *value = getenv("TERMINFO");
  char *former_terminfo = value == NULL ? NULL : strdup(value);
  if (type == NULL) put_variable("TERMINFO", terminal_built_in_description);
  SCREEN *started = newterm(type == NULL ? terminal_built_in_type : type, memory, memory);
  put_variable("TERMINFO", former_terminfo);
  free(former_terminfo);
  put_variable("LINES", former_height);
  put_variable("COLUMNS", former_width);
  free(former_height);
  free(former_width);
  return started;
}

bool terminal_screen_open(const char *type, int width, int height, bool with_color) {
  if (screen != NULL) return false;
  int fd = memfd_create("screen", MFD_CLOEXEC);
  memory = fd < 0 ? NULL : fdopen(fd, "w+");
  if (memory == NULL) {
    if (fd >= 0) close(fd);
    return false;
  }
  screen = start_curses(type, width, height);
  if (screen == NULL) {
    fclose(memory);
    return false;
  }
  nonl();
  typeahead(-1);
  terminal_output_begin(fd);
  keypad(stdscr, TRUE);
  idlok(stdscr, TRUE);
  leaveok(stdscr, FALSE);
  has_color = with_color && has_colors() && start_color() == OK;
  if (has_color) use_default_colors();
  terminal_cells_are_colored(has_color);
  // In case newterm did not use the size.
  resize_term(height, width);
  // Flushes ncurses' initial output first, so that our scroll region overrides its own.
  doupdate();
  use_all_rows();
  is_fresh = true;
  return true;
}

int terminal_screen_colors(void) { return has_color ? COLORS : 0; }

size_t terminal_screen_capability(const char *name, char *buffer, size_t capacity) {
  const char *value = tigetstr(name);
  if (value == NULL || value == (const char *)-1) return 0;
  size_t length = 0;
  while (*value != 0 && length < capacity) {
    const char *end = strncmp(value, "$<", 2) == 0 ? strchr(value, '>') : NULL;
    if (end != NULL)
      value = end + 1;
    else
      buffer[length++] = *value++;
  }
  return length;
}

void terminal_screen_resize(int width, int height) {
  is_fresh = false;
  resize_term(height, width);
  use_all_rows();
}

void terminal_screen_set_cells(int row, int column, const terminal_cell *cells, int count) {
  if (count > line_capacity) {
    cchar_t *longer = realloc(line, (size_t)count * sizeof *line);
    if (longer == NULL) return;
    line = longer;
    line_capacity = count;
  }
  int length = 0;
  cchar_t styled;
  const terminal_cell *previous = NULL;
  for (int i = 0; i < count; i++) {
    const terminal_cell *cell = &cells[i];
    if (cell->base == 0) continue;
    if (previous == NULL || !terminal_cell_looks_like(cell, previous)) {
      int pair = terminal_cell_pair(cell);
      setcchar(&styled, L" ", terminal_cell_attributes(cell), 0, &pair);
    }
    previous = cell;
    // The same as setcchar, which costs more per cell than the rest of the row.
    styled.chars[0] = (wchar_t)cell->base;
    for (int mark = 0; mark < 4; mark++) styled.chars[mark + 1] = (wchar_t)cell->marks[mark];
    line[length++] = styled;
  }
  mvwadd_wchnstr(stdscr, row, column, line, length);
}

bool terminal_screen_is_fresh(void) { return is_fresh && !is_suspended; }

void terminal_screen_forget_row(int row) { wredrawln(stdscr, row, 1); }

void terminal_screen_forget_cells(int row, int column, int count) {
  cchar_t unknown;
  setcchar(&unknown, L"?", A_NORMAL, 0, NULL);
  // Changes only ncurses' model of the terminal, to a cell that no frame contains.
  for (int i = column; i < column + count && i < COLS; i++) mvwadd_wchnstr(curscr, row, i, &unknown, 1);
  touchline(stdscr, row, 1);
}

/// Writes the changes, and takes over the terminal again if it was released.
static void refresh_screen(bool everything) {
  is_fresh = false;
  if (everything) clearok(curscr, TRUE);
  // ncurses sends this only to a tty, and its output is memory.
  if (is_suspended && keypad_xmit != NULL) {
    tputs(keypad_xmit, 1, terminal_output_put);
    terminal_output_flush();
  }
  is_suspended = false;
  wnoutrefresh(stdscr);
  doupdate();
}

void terminal_screen_write(int row, int column, bool everything) {
  terminal_output_flush();
  // So that ncurses does not move the cursor while its position is unknown.
  wmove(stdscr, row, column);
  refresh_screen(everything);
  // Neither by `mvcur`, which writes to standard output, nor relative to the old position.
  tputs(tiparm(cursor_address, row, column), 1, terminal_output_put);
  terminal_output_flush();
}

static void put_text(const char *text) {
  for (; *text != 0; text++) terminal_output_put((unsigned char)*text);
}

void terminal_screen_write_link(int row, int column, int count, const char *address) {
  terminal_screen_write(row, column, false);
  if (address != NULL) {
    put_text("\x1b]8;;");
    put_text(address);
    put_text("\x1b\\");
    terminal_output_flush();
  }
  terminal_screen_forget_cells(row, column, count);
  // Where the cells end, so that ncurses moves the cursor no further.
  int end = column + count;
  wmove(stdscr, row, end < COLS ? end : COLS - 1);
  refresh_screen(false);
  if (address != NULL) {
    put_text("\x1b]8;;\x1b\\");
    terminal_output_flush();
  }
}

void terminal_screen_update(int cursor_row, int cursor_column, bool everything) {
  curs_set(cursor_row < 0 ? 0 : 1);
  if (cursor_row >= 0) wmove(stdscr, cursor_row, cursor_column);
  refresh_screen(everything);
}

void terminal_screen_suspend(void) {
  endwin();
  is_suspended = true;
}

void terminal_screen_close(void) {
  if (screen == NULL) return;
  endwin();
  delscreen(screen);
  fclose(memory);
  collected = 0;
  screen = NULL;
  memory = NULL;
}

size_t terminal_screen_collect(uint8_t *buffer, size_t capacity) {
  if (memory == NULL) return 0;
  size_t first = terminal_output_take(buffer, capacity);
  buffer += first;
  capacity -= first;
  ssize_t count = pread(fileno(memory), buffer, capacity, collected);
  if (count < 0) return first;
  collected += count;
  // A reset takes two system calls, so it does not follow every frame.
  if ((size_t)count < capacity && collected > memory_kept && ftruncate(fileno(memory), 0) == 0) {
    lseek(fileno(memory), 0, SEEK_SET);
    collected = 0;
  }
  return first + (size_t)count;
}
