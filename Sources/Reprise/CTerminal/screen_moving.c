#define _GNU_SOURCE
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include "screen_output.h"

#include <curses.h>
#include <term.h>

/// Whether the terminal moves the rows of a region, and uncovers blank ones.
static bool can_scroll(void) {
  return change_scroll_region != NULL && scroll_forward != NULL && scroll_reverse != NULL &&
         !non_dest_scroll_region && !memory_above && !memory_below;
}

/// Moves rows of one of ncurses' models of the screen.
static void scroll_model(WINDOW *model, int top, int bottom, int distance) {
  wsetscrreg(model, top, bottom);
  // Only here: elsewhere a character in the last cell must not scroll the screen.
  scrollok(model, TRUE);
  wscrl(model, distance);
  scrollok(model, FALSE);
  wsetscrreg(model, 0, LINES - 1);
}

/// Has the terminal move rows of a region.
static void scroll_terminal(int top, int bottom, int distance) {
  const int count = distance < 0 ? -distance : distance;
  const char *many = distance < 0 ? parm_rindex : parm_index;
  const char *one = distance < 0 ? scroll_reverse : scroll_forward;
  // Between updates the attributes are off, so what is uncovered is blank as in the models.
  tputs(tiparm(change_scroll_region, top, bottom), 1, terminal_output_put);
  tputs(tiparm(cursor_address, distance < 0 ? top : bottom, 0), 1, terminal_output_put);
  if (count > 1 && many != NULL)
    tputs(tiparm(many, count), count, terminal_output_put);
  else
    for (int i = 0; i < count; i++) tputs(one, 1, terminal_output_put);
  tputs(tiparm(change_scroll_region, 0, LINES - 1), 1, terminal_output_put);
  // Back to where ncurses left the cursor.
  tputs(tiparm(cursor_address, getcury(curscr), getcurx(curscr)), 1, terminal_output_put);
  terminal_output_keep_first();
}

void terminal_screen_scroll(int top, int bottom, int distance) {
  scroll_model(stdscr, top, bottom, distance);
  // ncurses detects moved rows by hashing every cell, which takes longer than the rest of its work
  // per key press. If the terminal can scroll a region, we move the rows ourselves and update every
  // model of ncurses, so that it finds no difference.
  if (!can_scroll()) return;
  scroll_terminal(top, bottom, distance);
  scroll_model(curscr, top, bottom, distance);
  scroll_model(newscr, top, bottom, distance);
  WINDOW *models[] = {stdscr, curscr, newscr};
  for (int i = 0; i < 3; i++) wtouchln(models[i], top, bottom - top + 1, FALSE);
}

void terminal_screen_compare_all(void) { wtouchln(newscr, 0, LINES, TRUE); }

void terminal_screen_allow_moving(bool is_allowed) { idlok(stdscr, is_allowed); }
