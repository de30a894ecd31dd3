#ifndef CPROBES_H
#define CPROBES_H

#include <stdbool.h>

/// By being linked the target also gives the probes of the tests their guardian.

/// Moves the process into a network of its own, in which nothing is up; false where the system forbids it.
bool probe_enter_network(void);

/// Switches the loopback interface of the process's network on or off.
bool probe_switch_loopback(bool is_on);

#endif
