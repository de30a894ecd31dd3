#ifndef CTERMINAL_SUPERVISION_H
#define CTERMINAL_SUPERVISION_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

/// The guardian's private state.
typedef struct {
  const char *program;
  pid_t child;
  int tty;
  /// The channel on which the app asks the watch of a night.
  int channel;
  sigset_t awaited;
  bool sent_term;
  bool sent_hup;
} terminal_supervision;

/// Gives the terminal back, if the app has it.
void terminal_supervision_restore(const terminal_supervision *self);

/// Stops along with the app that stopped or asked for it, unless it has been told to end: then it goes on.
void terminal_supervision_follow_stop(const terminal_supervision *self);

/// Records the signal that ended the app, and the time, in the file that the app named.
void terminal_supervision_note_end(int signal);

/// Writes the signal of a crash and the output of the app that crashed to the file that the app named.
void terminal_supervision_save_crash(int signal);

/// Whether a signal is a crash, after which the app may be started again.
bool terminal_supervision_is_crash(int signal);

/// Says on standard error what ended the app.
void terminal_supervision_say_end(const terminal_supervision *self, int signal);

#endif
