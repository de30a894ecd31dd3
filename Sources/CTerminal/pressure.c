#define _GNU_SOURCE
#include "pressure.h"

#include <fcntl.h>
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <unistd.h>

terminal_memory terminal_memory_watch(const char *path, const uint8_t *wish, size_t count) {
  static const char usual[] = "some 200000 2000000";
  terminal_memory watch = {.set = -1};
  watch.source = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (watch.source < 0) return watch;
  struct stat status;
  watch.is_file = fstat(watch.source, &status) == 0 && S_ISREG(status.st_mode);
  if (count == 0 && watch.is_file) {
    wish = (const uint8_t *)usual;
    count = sizeof usual;
  }
  // The kernel tells by an exceptional condition, which run loops do not wait for; a set of one
  // descriptor can be read from as soon as that has something to tell.
  watch.set = epoll_create1(EPOLL_CLOEXEC);
  struct epoll_event interest = {.events = watch.is_file ? EPOLLPRI : EPOLLIN};
  bool is_heard = count == 0 || write(watch.source, wish, count) == (ssize_t)count;
  if (is_heard && epoll_ctl(watch.set, EPOLL_CTL_ADD, watch.source, &interest) == 0) return watch;
  terminal_memory_unwatch(watch);
  watch.set = -1;
  return watch;
}

bool terminal_memory_take(terminal_memory watch) {
  struct epoll_event event;
  int count = epoll_wait(watch.set, &event, 1, 0);
  // The kernel tells once: whoever asked whether the set can be read from has taken it already.
  if (count == 0) return watch.is_file;
  if (count < 0) return false;
  if (event.events & (EPOLLERR | EPOLLHUP)) {
    // Nobody tells any more; an error that is never taken back would be told for ever.
    epoll_ctl(watch.set, EPOLL_CTL_DEL, watch.source, NULL);
    return false;
  }
  char buffer[512];
  return watch.is_file || read(watch.source, buffer, sizeof buffer) > 0;
}

void terminal_memory_unwatch(terminal_memory watch) {
  if (watch.set >= 0) close(watch.set);
  if (watch.source >= 0) close(watch.source);
}

void terminal_memory_trim(void) { malloc_trim(0); }
