#ifndef CTERMINAL_GUARDIAN_H
#define CTERMINAL_GUARDIAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The process that the shell waits for: it gives the terminal back however the app ends (design 4).
///
/// Call this first thing in `main`, before any thread exists. It returns in a child process, which is
/// the app; the parent never returns. The result is how often the app was started again after a
/// crash, from 0, or -1 if the system allows no further process and the app runs unguarded.
///
/// `program` is the name in the one line printed when the app was ended by a signal; `process_name`
/// is what process lists call the parent. Without `restarts` a crash ends the app for good.
int terminal_guardian_run(const char *program, const char *process_name, bool restarts);

/// Tells the guardian that the app has taken the terminal, and the bytes that give it back.
///
/// Does nothing without a guardian.
void terminal_guardian_note_taken(const uint8_t *restore, size_t count);

/// Tells the guardian that the app has given the terminal back itself.
void terminal_guardian_note_given_back(void);

/// Stops this process, and its guardian along with it, until the shell continues both.
///
/// False without stopping when there is no shell that could do that.
bool terminal_guardian_stop(void);

#endif
