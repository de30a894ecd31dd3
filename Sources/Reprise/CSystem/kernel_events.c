#define _GNU_SOURCE
#include <errno.h>
#include <linux/netlink.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "network.h"

/* The multicast group for the kernel's device events. */
enum { KERNEL_GROUP = 1 };

int kernel_events_open(void) {
  int descriptor =
      socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_KOBJECT_UEVENT);
  if (descriptor < 0) return -1;
  struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = KERNEL_GROUP};
  if (bind(descriptor, (struct sockaddr *)&address, sizeof address) == 0) return descriptor;
  int code = errno;
  close(descriptor);
  errno = code;
  return -1;
}

/* Whether one of the zero-terminated words names a battery or a power adapter as the source. */
static bool is_of_power(const char *words, size_t length) {
  static const char sought[] = "SUBSYSTEM=power_supply";
  for (size_t start = 0; start < length; start += strnlen(words + start, length - start) + 1)
    if (length - start >= sizeof sought && memcmp(words + start, sought, sizeof sought) == 0) return true;
  return false;
}

bool kernel_events_take_power(int descriptor) {
  char event[8192];
  bool is_told = false;
  for (;;) {
    ssize_t count = recv(descriptor, event, sizeof event, MSG_DONTWAIT);
    if (count > 0) {
      is_told = is_told || is_of_power(event, (size_t)count);
    } else if (count < 0 && errno == ENOBUFS) {
      /* The kernel dropped messages. */
      is_told = true;
    } else if (count == 0 || errno != EINTR) {
      return is_told;
    }
  }
}
