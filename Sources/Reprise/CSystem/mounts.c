#define _GNU_SOURCE
#include <errno.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "file_system.h"

int file_system_mounts_watch(int table) {
  /* The kernel reports an exceptional condition, which run loops do not wait for. A set with this one descriptor
   * becomes readable instead. */
  int set = epoll_create1(EPOLL_CLOEXEC);
  if (set < 0) return -1;
  struct epoll_event interest = {.events = EPOLLPRI};
  if (epoll_ctl(set, EPOLL_CTL_ADD, table, &interest) == 0) return set;
  int code = errno;
  close(set);
  errno = code;
  return -1;
}

void file_system_mounts_take(int set) {
  struct epoll_event event;
  (void)epoll_wait(set, &event, 1, 0);
}
