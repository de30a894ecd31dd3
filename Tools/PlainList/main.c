// A list in plain C on ncurses, to which the benchmark compares Keepsake.
//
// It shows the lines of a file (name, place, quantity, value, separated by tabs) like Keepsake's list:
// a title, column names, rows with the selected one in reverse video, a line of hints and a line of
// tabs. It saves and restores nothing.
#define _GNU_SOURCE
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *text;
static size_t text_size;
static size_t *starts;
static int known, capacity;
static bool at_end;

/// Reads the file up to the first `count` lines, if there are that many.
static void know_lines(int count) {
  while (!at_end && known < count) {
    if (known == capacity) {
      capacity = capacity ? capacity * 2 : 1024;
      starts = realloc(starts, (size_t)capacity * sizeof *starts);
      if (starts == NULL) exit(1);
    }
    size_t start = known == 0 ? 0 : starts[known - 1];
    if (known > 0) {
      const char *end = memchr(text + start, '\n', text_size - start);
      start = end == NULL ? text_size : (size_t)(end - text) + 1;
    }
    if (start >= text_size) at_end = true;
    else starts[known++] = start;
  }
}

static void draw_field(int y, int x, int width, const char *field, size_t length, bool right) {
  char part[512];
  if (length >= sizeof part) length = sizeof part - 1;
  memcpy(part, field, length);
  part[length] = 0;
  if ((int)length > width) part[width] = 0;
  mvprintw(y, right && (int)length < width ? x + width - (int)length : x, "%s", part);
}

static void draw_row(int y, int line, bool selected) {
  int widths[] = {(COLS - 24) * 3 / 5, (COLS - 24) * 2 / 5, 7, 14};
  const char *rest = text + starts[line];
  const char *end = memchr(rest, '\n', text_size - starts[line]);
  if (end == NULL) end = text + text_size;
  attrset(selected ? A_REVERSE : A_NORMAL);
  mvhline(y, 0, ' ', COLS - 1);
  int x = 1;
  for (int column = 0; column < 4; column++) {
    const char *tab = memchr(rest, '\t', (size_t)(end - rest));
    size_t length = (size_t)((tab ? tab : end) - rest);
    if (column == 1) attrset(selected ? A_REVERSE : A_DIM);
    draw_field(y, x, widths[column], rest, length, column > 1);
    attrset(selected ? A_REVERSE : A_NORMAL);
    x += widths[column];
    if (tab == NULL) break;
    rest = tab + 1;
  }
  attrset(A_NORMAL);
}

static void draw(int top, int selected) {
  erase();
  attrset(A_BOLD);
  mvprintw(0, 1, "Items");
  attrset(A_DIM | A_UNDERLINE);
  mvprintw(1, 1, "%-*s", COLS - 2, "Name");
  attrset(A_NORMAL);
  int height = LINES - 4;
  for (int y = 0; y < height && top + y < known; y++) draw_row(2 + y, top + y, top + y == selected);
  mvprintw(LINES - 2, 1, "1 Items  2 Places");
  mvprintw(LINES - 1, 1, "Enter Open  Esc Back  q Quit");
  move(2 + selected - top, 0);
  refresh();
}

int main(int argc, char **argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: plain-list FILE [LINE]\n");
    return 64;
  }
  int file = open(argv[1], O_RDONLY);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0) return 66;
  text_size = (size_t)status.st_size;
  text = mmap(NULL, text_size, PROT_READ, MAP_PRIVATE, file, 0);
  if (text == MAP_FAILED) return 74;
  setlocale(LC_ALL, "");
  initscr();
  cbreak();
  noecho();
  keypad(stdscr, TRUE);
  start_color();
  use_default_colors();
  idlok(stdscr, TRUE);
  set_escdelay(25);
  int selected = argc > 2 ? atoi(argv[2]) : 0, top = selected;
  for (;;) {
    int height = LINES - 4;
    know_lines(top + height + 1);
    draw(top, selected);
    int key = getch();
    if (key == 'q' || key == ERR) break;
    if (key == KEY_DOWN) {
      know_lines(selected + 2);
      if (selected + 1 < known) selected++;
    }
    if (key == KEY_UP && selected > 0) selected--;
    if (selected < top) top = selected;
    if (selected >= top + height) top = selected - height + 1;
  }
  endwin();
  return 0;
}
