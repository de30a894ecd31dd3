#define _GNU_SOURCE
#include "pseudo_terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>

int pseudo_terminal_open(int columns, int rows) {
  int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  if (terminal < 0) return -1;
  if (grantpt(terminal) != 0 || unlockpt(terminal) != 0 ||
      pseudo_terminal_set_size(terminal, columns, rows) != 0) {
    close(terminal);
    return -1;
  }
  return terminal;
}

int pseudo_terminal_set_size(int terminal, int columns, int rows) {
  struct winsize size = {.ws_col = (unsigned short)columns, .ws_row = (unsigned short)rows};
  return ioctl(terminal, TIOCSWINSZ, &size);
}

bool pseudo_terminal_has_unread(int terminal) {
  char name[128];
  if (ptsname_r(terminal, name, sizeof name) != 0) return false;
  int other = open(name, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (other < 0) return false;
  // A kernel worker carries the input to the other side; `poll` waits for it.
  struct pollfd input = {.fd = other, .events = POLLIN};
  bool is_there = poll(&input, 1, 0) > 0 && (input.revents & POLLIN) != 0;
  close(other);
  return is_there;
}

/// Gives the session this thread's niceness: if the kernel schedules by session (autogroups), a process's own
/// niceness only counts within its session.
static void pass_niceness_to_session(pid_t leader) {
  int niceness = getpriority(PRIO_PROCESS, 0);
  if (niceness <= 0) return;
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/autogroup", (int)leader);
  int fd = open(path, O_WRONLY | O_CLOEXEC);
  // A kernel without such groups has no file.
  if (fd < 0) return;
  dprintf(fd, "%d", niceness);
  close(fd);
}

int pseudo_terminal_spawn(
    pid_t *process, int terminal, const char *program, char *const *arguments,
    char *const *environment) {
  char name[128];
  int error = ptsname_r(terminal, name, sizeof name);
  if (error != 0) return error;

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  // The session leader opens it, so it becomes the session's controlling terminal.
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, name, O_RDWR, 0);
  posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO);
  posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);

  posix_spawnattr_t attributes;
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(
      &attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

  error = posix_spawn(process, program, &actions, &attributes, arguments, environment);
  if (error == 0) pass_niceness_to_session(*process);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}
