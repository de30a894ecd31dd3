#define _GNU_SOURCE
#include "waiting.h"

#include <poll.h>
#include <time.h>
#include <unistd.h>

int64_t line_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * (int64_t)1000 + now.tv_nsec / 1000000;
}

bool line_wait(int socket, short events, int64_t until) {
  while (true) {
    int64_t rest = until - line_now();
    if (rest <= 0) return false;
    struct pollfd watched[] = {
        {.fd = socket, .events = events},
        {.fd = STDIN_FILENO, .events = POLLRDHUP},
    };
    int count = poll(watched, 2, rest > 60000 ? 60000 : (int)rest);
    if (count <= 0) continue;
    if (watched[1].revents != 0) _exit(0);
    if (watched[0].revents != 0) return true;
  }
}
