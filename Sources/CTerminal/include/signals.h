#ifndef CTERMINAL_SIGNALS_H
#define CTERMINAL_SIGNALS_H

/// Turns signals into bytes: from now on each of them writes its number into a pipe.
///
/// TTIN, TTOU and PIPE are ignored, and a crash is left to the guardian. Returns the end of the pipe to read from, non-blocking; calling
/// it again gives the same one. -1 when there is no pipe to be had.
int terminal_signals_watch(void);

/// Gives these signals back the meaning that they had.
void terminal_signals_unwatch(void);

#endif
