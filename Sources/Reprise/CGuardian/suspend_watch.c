#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "guardian.h"
#include "guardian_page.h"
#include "limits.h"
#include "suspension.h"

#define page guardian_shared

/// How long the app may stay awake (contract 8.8.5), in nanoseconds.
static const uint64_t awake_timeout = 10 * UINT64_C(1000000000);

/// How many things can happen at the same time.
enum { event_limit = 3 + suspension_descriptors };

/// The watch's private state.
typedef struct {
  pid_t app;
  uint32_t suspension;
  /// The channel to the app, a pidfd of the guardian, the epoll set of all of these, and a timer.
  int channel, guardian, events, timer;
  /// The descriptors from the app: its socket, and those for file events and locks; -1 for none.
  int held[suspension_descriptors];
  bool is_asleep;
  /// When the app must sleep again; 0 for no limit.
  uint64_t limit;
} suspend_watch;

static uint64_t monotonic_time(void) {
  struct timespec now = {0};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

// MARK: - Events

static void listen_to(const suspend_watch *self, int descriptor, uint32_t kinds) {
  if (descriptor < 0) return;
  struct epoll_event event = {.events = kinds, .data.fd = descriptor};
  epoll_ctl(self->events, EPOLL_CTL_ADD, descriptor, &event);
}

/// Sets the time at which to wake the app; 0 for never.
static void set_timer(const suspend_watch *self, uint64_t deadline) {
  struct itimerspec time = {
      .it_value = {
          .tv_sec = (time_t)(deadline / 1000000000u), .tv_nsec = (long)(deadline % 1000000000u)}};
  timerfd_settime(self->timer, TFD_TIMER_ABSTIME, &time, NULL);
}

static void clear(int descriptors[suspension_descriptors]) {
  for (int i = 0; i < suspension_descriptors; i++) descriptors[i] = -1;
}

/// Whether the app passed this descriptor.
static bool holds(const suspend_watch *self, int descriptor) {
  for (int i = 0; i < suspension_descriptors; i++)
    if (self->held[i] == descriptor) return true;
  return false;
}

/// Closes the app's descriptors: the app is in control again.
static void give_back(suspend_watch *self) {
  for (int i = 0; i < suspension_descriptors; i++) {
    if (self->held[i] < 0) continue;
    // Closing is not enough: the app still has the descriptor open.
    epoll_ctl(self->events, EPOLL_CTL_DEL, self->held[i], NULL);
    close(self->held[i]);
    self->held[i] = -1;
  }
}

/// Watches the app's descriptors. If the app slept too late, input that they already hold is ignored.
static void listen_to_held(const suspend_watch *self, bool is_late) {
  for (int i = 0; i < suspension_descriptors; i++)
    listen_to(self, self->held[i], EPOLLIN | EPOLLRDHUP | (is_late ? EPOLLET : 0));
  struct epoll_event known[event_limit];
  // Other events that this reads are level-triggered, so they are reported again.
  if (is_late) epoll_wait(self->events, known, event_limit, 0);
}

// MARK: - The app

/// Stops the app. Stops and continues come from the watch alone, so none overtakes another.
static void stop_app(suspend_watch *self) {
  kill(self->app, SIGSTOP);
  self->is_asleep = true;
}

static void wake_app(suspend_watch *self, uint32_t reason) {
  set_timer(self, 0);
  give_back(self);
  self->is_asleep = false;
  self->limit = monotonic_time() + awake_timeout;
  send(self->channel, &reason, sizeof reason, MSG_NOSIGNAL | MSG_DONTWAIT);
  kill(self->app, SIGCONT);
}

/// Takes a request of the app to sleep; returns false when the app has ended.
static bool take_request(suspend_watch *self) {
  suspension_request request;
  struct iovec content = {.iov_base = &request, .iov_len = sizeof request};
  int descriptors[suspension_descriptors];
  clear(descriptors);
  _Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof descriptors)];
  struct msghdr message = {
      .msg_iov = &content, .msg_iovlen = 1, .msg_control = control,
      .msg_controllen = sizeof control};
  ssize_t count = recvmsg(self->channel, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (count < 0) return errno == EAGAIN || errno == EINTR;
  if (count == 0) return false;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header != NULL && header->cmsg_type == SCM_RIGHTS)
    memcpy(descriptors, CMSG_DATA(header), header->cmsg_len - CMSG_LEN(0));
  if (count != sizeof request || request.suspension != self->suspension) {
    for (int i = 0; i < suspension_descriptors; i++)
      if (descriptors[i] >= 0) close(descriptors[i]);
    return true;
  }
  give_back(self);
  memcpy(self->held, descriptors, sizeof descriptors);
  stop_app(self);
  set_timer(self, request.deadline);
  listen_to_held(self, request.is_late != 0);
  return true;
}

/// The time until the app must sleep again, in milliseconds; -1 without a limit.
static int timeout_left(const suspend_watch *self) {
  if (self->is_asleep || self->limit == 0) return -1;
  uint64_t wanted = atomic_load(&page->awake_until), now = monotonic_time();
  uint64_t limit = wanted > self->limit ? wanted : self->limit;
  if (limit <= now) return 0;
  uint64_t rest = (limit - now) / 1000000u + 1;
  return rest < 60000 ? (int)rest : 60000;
}

/// Watches the app until it or its guardian ends.
static void keep_watch(suspend_watch *self) {
  for (;;) {
    struct epoll_event told[event_limit];
    int count = epoll_wait(self->events, told, event_limit, timeout_left(self));
    // The app did not sleep in time. The watch never wakes it again, since it would do the same.
    if (count == 0 && timeout_left(self) == 0) stop_app(self);
    guardian_wake reason = GUARDIAN_WAKE_NONE;
    bool is_asked = false;
    for (int i = 0; i < count; i++) {
      int descriptor = told[i].data.fd;
      if (descriptor == self->guardian) return;
      if (descriptor == self->channel) is_asked = true;
      if (descriptor == self->timer) reason = GUARDIAN_WAKE_TIME;
      if (holds(self, descriptor)) reason = GUARDIAN_WAKE_DATA;
    }
    // If there is a new request, the other events concern an earlier sleep or are reported again.
    if (is_asked) {
      if (!take_request(self)) return;
    } else if (reason != GUARDIAN_WAKE_NONE && self->is_asleep) {
      wake_app(self, reason);
    }
  }
}

// MARK: - The process

/// Names the process: the app's name, shortened to fit, and the watch's role.
static void take_name(void) {
  char name[sizeof page->name];
  snprintf(name, sizeof name, "%.9s-watch", page->name);
  prctl(PR_SET_NAME, name);
}

/// Keeps the channel and closes every other descriptor of the guardian, above all the terminal.
static bool take_descriptors(suspend_watch *self, int channel) {
  int guardian = (int)syscall(SYS_pidfd_open, page->guardian, 0);
  self->channel = dup2(channel, STDIN_FILENO);
  self->guardian = guardian < 0 ? -1 : dup2(guardian, STDOUT_FILENO);
  if (syscall(SYS_close_range, 2u, ~0u, 0u) != 0) {
    for (int descriptor = 2; descriptor < 1024; descriptor++) close(descriptor);
  }
  self->events = epoll_create1(EPOLL_CLOEXEC);
  self->timer = timerfd_create(CLOCK_BOOTTIME, TFD_NONBLOCK | TFD_CLOEXEC);
  return self->channel >= 0 && self->events >= 0 && self->timer >= 0;
}

static _Noreturn void become_watch(pid_t app, int channel) {
  suspend_watch self = {.app = app, .suspension = atomic_load(&page->suspensions)};
  clear(self.held);
  take_name();
  limits_dump_no_core();
  if (take_descriptors(&self, channel) && getppid() == page->guardian) {
    listen_to(&self, self.channel, EPOLLIN);
    listen_to(&self, self.guardian, EPOLLIN);
    listen_to(&self, self.timer, EPOLLIN);
    keep_watch(&self);
  }
  // A stopped app must be continued to notice that its guardian has ended.
  kill(app, SIGCONT);
  _exit(0);
}

pid_t suspend_watch_start(pid_t app, int channel) {
  if (channel < 0) return -1;
  pid_t watch = fork();
  if (watch == 0) become_watch(app, channel);
  return watch;
}

void suspension_forget_requests(int channel) {
  suspension_request request;
  while (channel >= 0 && recv(channel, &request, sizeof request, MSG_DONTWAIT) > 0) {}
}

void suspend_watch_end(pid_t watch, int channel) {
  if (watch > 0) {
    kill(watch, SIGKILL);
    while (waitpid(watch, NULL, 0) < 0 && errno == EINTR) {}
  }
  suspension_forget_requests(channel);
}
