#ifndef CTERMINAL_WATCHDOG_H
#define CTERMINAL_WATCHDOG_H

/// Lets the process die of SIGALRM after so many seconds of its own; 0 ends the watch.
///
/// Time in which the process is stopped counts as one second, and one that is traced by a debugger
/// does not die.
void terminal_watchdog_start(unsigned seconds);

#endif
