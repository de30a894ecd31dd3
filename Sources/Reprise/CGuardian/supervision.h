#ifndef CGUARDIAN_SUPERVISION_H
#define CGUARDIAN_SUPERVISION_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

/// The guardian's private state.
typedef struct {
  const char *program;
  pid_t child;
  int tty;
  /// The channel on which the app asks the watch to suspend it.
  int channel;
  sigset_t awaited;
  bool sent_term;
  bool sent_hup;
} guardian_supervision;

/// Gives the terminal back, if the app has it.
void guardian_restore(const guardian_supervision *self);

/// Stops along with the app that stopped or asked for it; continues if it was told to end.
void guardian_follow_stop(const guardian_supervision *self);

/// Stops along with a program that has the terminal and outlived the app, until the shell continues the job.
void guardian_follow_foreground_stop(const guardian_supervision *self, pid_t program);

/// Whether to adopt a program that has the terminal when the app ends: only its parent learns how it ended.
void guardian_watch_foreground(void);

/// Ends the programs that the app ran without the terminal and can't end any more.
void guardian_end_background(void);

/// Waits for the end of a program that has the terminal after the app has ended, and takes the terminal back.
void guardian_outlast_foreground(const guardian_supervision *self);

/// Records the signal that ended the app, and the time, in the file that the app named.
void guardian_note_end(int signal);

/// Writes the signal of a crash and the output of the app that crashed to the file that the app named.
void guardian_save_crash(int signal);

/// Whether a signal is a crash, after which the app may be started again.
bool guardian_is_crash(int signal);

/// Reports on standard error what ended the app.
void guardian_say_end(const guardian_supervision *self, int signal);

#endif
