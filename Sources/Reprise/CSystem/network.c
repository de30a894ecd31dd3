#define _GNU_SOURCE
#include "network.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/rtnetlink.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int network_watch_open(void) {
  int descriptor = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE);
  if (descriptor < 0) return -1;
  struct sockaddr_nl address = {
      .nl_family = AF_NETLINK,
      .nl_groups = RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR | RTMGRP_IPV4_ROUTE |
                   RTMGRP_IPV6_ROUTE,
  };
  if (bind(descriptor, (struct sockaddr *)&address, sizeof address) == 0) return descriptor;
  int code = errno;
  close(descriptor);
  errno = code;
  return -1;
}

void network_watch_drain(int descriptor) {
  char buffer[8192];
  for (;;) {
    ssize_t count = recv(descriptor, buffer, sizeof buffer, MSG_DONTWAIT);
    // ENOBUFS: the kernel dropped messages. That counts as a change, too.
    if (count < 0 && errno != EINTR && errno != ENOBUFS) return;
    if (count == 0) return;
  }
}

_Static_assert(network_address_capacity == INET6_ADDRSTRLEN, "the longest address");

/// A datagram socket that is connected sends nothing; the kernel only looks for a route.
static bool find_way(struct sockaddr *address, socklen_t length, const void *host, char *own) {
  int descriptor = socket(address->sa_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return false;
  bool is_there = connect(descriptor, address, length) == 0 &&
                  getsockname(descriptor, address, &length) == 0 &&
                  inet_ntop(address->sa_family, host, own, network_address_capacity) != NULL;
  close(descriptor);
  return is_there;
}

bool network_way(const char *address, char own[network_address_capacity]) {
  struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons(9)};
  if (inet_pton(AF_INET, address, &four.sin_addr) == 1)
    return find_way((struct sockaddr *)&four, sizeof four, &four.sin_addr, own);
  struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons(9)};
  if (inet_pton(AF_INET6, address, &six.sin6_addr) == 1)
    return find_way((struct sockaddr *)&six, sizeof six, &six.sin6_addr, own);
  return false;
}
