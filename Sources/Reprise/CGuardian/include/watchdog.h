#ifndef CGUARDIAN_WATCHDOG_H
#define CGUARDIAN_WATCHDOG_H

/// Makes the process die of SIGALRM after some seconds; 0 stops the watchdog.
///
/// Time in which the process is stopped counts as one second. A process that a debugger traces does
/// not die.
void guardian_watchdog_start(unsigned seconds);

#endif
