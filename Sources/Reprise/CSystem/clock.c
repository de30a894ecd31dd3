#define _GNU_SOURCE
#include "file_system.h"

#include <fcntl.h>
#include <sys/timerfd.h>
#include <unistd.h>

int file_system_clock(int seconds) {
  const int clock = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
  const struct itimerspec times = {
      .it_interval = {.tv_sec = seconds}, .it_value = {.tv_sec = seconds}};
  if (clock >= 0) timerfd_settime(clock, 0, &times, NULL);
  return clock;
}

int file_system_clock_replace(int descriptor, int seconds) {
  const int clock = file_system_clock(seconds);
  if (clock < 0) return -1;
  const int result = dup3(clock, descriptor, O_CLOEXEC);
  close(clock);
  return result;
}
