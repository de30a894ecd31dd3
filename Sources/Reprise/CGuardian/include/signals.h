#ifndef CGUARDIAN_SIGNALS_H
#define CGUARDIAN_SIGNALS_H

/// Turns signals into bytes: each writes its number into a pipe.
///
/// TTIN, TTOU and PIPE are ignored, and crashes are left to the guardian. Returns the read end of
/// the pipe, non-blocking; a second call returns the same one. -1 when the system has no pipe.
int guardian_signals_watch(void);

/// The read end of that pipe; -1 while the signals are not watched.
int guardian_signals_descriptor(void);

/// Restores the previous actions of these signals.
void guardian_signals_unwatch(void);

#endif
