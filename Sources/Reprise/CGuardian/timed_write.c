#include "timed_write.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

enum { timeout_ms = 500 };

void write_with_timeout(int fd, const uint8_t *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(fd, bytes, count);
    if (written > 0) {
      bytes += written;
      count -= (size_t)written;
    } else if (errno == EAGAIN) {
      struct pollfd ready = {.fd = fd, .events = POLLOUT};
      if (poll(&ready, 1, timeout_ms) <= 0) return;
    } else if (errno != EINTR) {
      return;
    }
  }
}
