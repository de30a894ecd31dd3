#define _GNU_SOURCE
#include "pressure.h"

#include <fcntl.h>
#include <malloc.h>
#include <linux/magic.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

static bool is_pipe(int descriptor) {
  struct stat status;
  return fstat(descriptor, &status) == 0 && S_ISFIFO(status.st_mode);
}

static bool is_kernel_file(int descriptor) {
  struct statfs system;
  if (fstatfs(descriptor, &system) != 0) return false;
  return system.f_type == PROC_SUPER_MAGIC || system.f_type == CGROUP2_SUPER_MAGIC;
}

/// Writes the trigger and starts listening.
static bool listen_to(const terminal_memory *watch, const uint8_t *trigger, size_t count) {
  // Any other file may be user data; never write to it.
  if (!watch->is_file && !is_pipe(watch->source)) return false;
  // A kernel file reports only to listeners that come after the trigger.
  if (count > 0 && write(watch->source, trigger, count) != (ssize_t)count) return false;
  struct epoll_event interest = {.events = watch->is_file ? EPOLLPRI : EPOLLIN};
  return epoll_ctl(watch->set, EPOLL_CTL_ADD, watch->source, &interest) == 0;
}

terminal_memory terminal_memory_watch(const char *path, const uint8_t *trigger, size_t count) {
  terminal_memory watch = {.set = -1};
  watch.source = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (watch.source < 0) return watch;
  watch.is_file = is_kernel_file(watch.source);
  // The kernel reports an exceptional condition, which run loops do not wait for. An epoll set with
  // this one descriptor becomes readable instead.
  watch.set = epoll_create1(EPOLL_CLOEXEC);
  if (listen_to(&watch, trigger, count)) return watch;
  terminal_memory_unwatch(watch);
  watch.set = -1;
  return watch;
}

bool terminal_memory_take(terminal_memory watch) {
  struct epoll_event event;
  int count = epoll_wait(watch.set, &event, 1, 0);
  // The kernel reports once, and the poll that woke the caller has consumed the report.
  if (count == 0) return watch.is_file;
  if (count < 0) return false;
  if (event.events & (EPOLLERR | EPOLLHUP)) {
    // The source is closed, and its error would be reported for ever.
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
