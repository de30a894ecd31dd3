#ifndef CNETWORK_H
#define CNETWORK_H

#include <stdbool.h>

/// Opens a socket that becomes readable when links, addresses or routes of this machine change (rtnetlink(7)).
///
/// Returns its descriptor, or -1 with `errno`.
int network_watch_open(void);

/// Reads what came, whatever it says.
void network_watch_drain(int descriptor);

/// Whether this machine has a route to an address: IPv4 or IPv6 in digits.
///
/// Nothing is sent. Any other text is false.
bool network_has_route(const char *address);

#endif
