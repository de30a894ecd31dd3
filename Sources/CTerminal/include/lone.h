#ifndef CTERMINAL_LONE_H
#define CTERMINAL_LONE_H

#include <stddef.h>
#include <stdint.h>
#include <termios.h>

/// Gives the terminal back in an app without a guardian that crashes or calls `exit` in between.
///
/// Only a guardian can after a kill.

/// Notes that the app has taken the terminal, and what gives it back.
void terminal_lone_note_taken(const uint8_t *restore, size_t count, const struct termios *modes);

/// Notes that the app has given the terminal back itself.
void terminal_lone_note_given_back(void);

#endif
