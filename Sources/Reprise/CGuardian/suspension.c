#define _GNU_SOURCE
#include "suspension.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "guardian.h"
#include "guardian_page.h"
#include "signals.h"

#define page guardian_shared

static int own_channel = -1;

void suspension_use_channel(int channel) { own_channel = channel; }

int suspension_channel(void) { return own_channel; }

bool suspension_is_channel(int channel, pid_t maker) {
  int type = 0;
  struct ucred peer = {0};
  socklen_t type_size = sizeof type, peer_size = sizeof peer;
  return getsockopt(channel, SOL_SOCKET, SO_TYPE, &type, &type_size) == 0 &&
         getsockopt(channel, SOL_SOCKET, SO_PEERCRED, &peer, &peer_size) == 0 &&
         type == SOCK_SEQPACKET && peer.pid == maker;
}

void guardian_extend_time(unsigned seconds) {
  if (page == NULL) return;
  struct timespec now = {0};
  clock_gettime(CLOCK_MONOTONIC, &now);
  uint64_t until = ((uint64_t)now.tv_sec + seconds) * 1000000000u + (uint64_t)now.tv_nsec;
  atomic_store(&page->awake_until, until);
}

// MARK: - Asleep

/// Whether the shell continues the app, or the app has to handle a pending signal.
static bool is_called(void) {
  struct pollfd signals = {.fd = guardian_signals_descriptor(), .events = POLLIN};
  return atomic_load(&page->suspension) == suspension_ended || poll(&signals, 1, 0) > 0;
}

/// Discards the answers to earlier requests.
static void drain_answers(void) {
  uint32_t answer;
  while (recv(own_channel, &answer, sizeof answer, MSG_DONTWAIT) > 0) {}
}

static bool send_request(
    const suspension_request *request, const int *descriptors, size_t count_of_descriptors) {
  struct iovec content = {.iov_base = (void *)request, .iov_len = sizeof *request};
  size_t size = count_of_descriptors * sizeof *descriptors;
  _Alignas(struct cmsghdr) char control[CMSG_SPACE(suspension_descriptors * sizeof(int))] = {0};
  struct msghdr message = {.msg_iov = &content, .msg_iovlen = 1};
  if (size > 0) {
    message.msg_control = control;
    message.msg_controllen = CMSG_SPACE(size);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(size);
    memcpy(CMSG_DATA(header), descriptors, size);
  }
  ssize_t count;
  do count = sendmsg(own_channel, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
  while (count < 0 && errno == EINTR);
  return count == sizeof *request;
}

/// Waits, stopped for most of the time, for the watch or for a signal.
static guardian_wake wait_for_answer(void) {
  struct pollfd waits[] = {
      {.fd = own_channel, .events = POLLIN},
      {.fd = guardian_signals_descriptor(), .events = POLLIN},
  };
  for (;;) {
    if (poll(waits, 2, -1) < 0) continue;
    uint32_t answer = GUARDIAN_WAKE_OTHER;
    // Without a guardian the channel has ended: a signal follows.
    if (waits[0].revents != 0 &&
        recv(own_channel, &answer, sizeof answer, MSG_DONTWAIT) == sizeof answer)
      return (guardian_wake)answer;
    return GUARDIAN_WAKE_OTHER;
  }
}

guardian_wake guardian_suspend(
    const int *descriptors, size_t count, uint64_t deadline, bool is_late) {
  if (page == NULL || !page->can_stop || own_channel < 0 || guardian_signals_descriptor() < 0)
    return GUARDIAN_WAKE_NONE;
  bool is_first = atomic_load(&page->suspension) == suspension_none;
  if (is_called()) return is_first ? GUARDIAN_WAKE_BUSY : GUARDIAN_WAKE_OTHER;
  drain_answers();
  suspension_begin();
  // Discards the extra time that the app got while it was awake.
  atomic_store(&page->awake_until, 0);
  suspension_request request = {
      .suspension = atomic_load(&page->suspensions), .is_late = is_late, .deadline = deadline};
  if (count > suspension_descriptors) count = suspension_descriptors;
  // If one of the descriptors is closed, send none; data then does not wake the app.
  if (!send_request(&request, descriptors, count)) send_request(&request, NULL, 0);
  if (is_first) {
    atomic_store(&page->wants_stop, 1);
    kill(getppid(), SIGCHLD);
  }
  return wait_for_answer();
}
