#define _GNU_SOURCE
#include "process_start.h"

#include <fcntl.h>
#include <features.h>
#include <sys/syscall.h>
#include <unistd.h>

int process_start_close_from(posix_spawn_file_actions_t *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

int process_start_take_terminal(posix_spawn_file_actions_t *actions, int terminal) {
#if __GLIBC_PREREQ(2, 35)
  return posix_spawn_file_actions_addtcsetpgrp_np(actions, terminal);
#else
  (void)actions, (void)terminal;
  return 0;
#endif
}

int process_start_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int process_start_descriptor(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }
