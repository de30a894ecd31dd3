#ifndef CSYSTEM_NETWORK_H
#define CSYSTEM_NETWORK_H

#include <stdbool.h>

/// Opens a socket that becomes readable when links, addresses or routes of this machine change (rtnetlink(7)).
///
/// Returns its descriptor, or -1 with `errno`.
int network_watch_open(void);

/// Reads and discards all messages.
void network_watch_drain(int descriptor);

/// The most bytes of an address in digits, with its terminating zero.
enum { network_address_capacity = 46 };

/// Writes the source address from which this machine would send to another one: IPv4 or IPv6 in digits.
///
/// Sends nothing. Returns false if there is no route, or if `address` is not an IP address in digits.
bool network_way(const char *address, char own[network_address_capacity]);

/// Opens a socket that becomes readable when the kernel reports a device event (netlink(7), kobject uevents).
///
/// Returns its descriptor, or -1 with `errno`.
int kernel_events_open(void);

/// Reads all messages; returns whether one was about a battery or a power adapter.
bool kernel_events_take_power(int descriptor);

#endif
