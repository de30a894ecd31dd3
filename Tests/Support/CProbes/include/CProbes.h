#ifndef CPROBES_H
#define CPROBES_H

#include <stdbool.h>

/// Linking this target also gives the tests' probes their guardian.

/// Moves the process into a private network without any interface up; false if the system forbids that.
bool probe_enter_network(void);

/// Turns the loopback interface of the process's network on or off.
bool probe_switch_loopback(bool is_on);

#endif
