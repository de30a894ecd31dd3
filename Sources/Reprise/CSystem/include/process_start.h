#ifndef CSYSTEM_PROCESS_START_H
#define CSYSTEM_PROCESS_START_H

#include <spawn.h>
#include <sys/types.h>

/// Starts a program without this process's descriptors from a number up
/// (posix_spawn_file_actions_addclosefrom_np(3), which Glibc doesn't show to Swift).
///
/// Returns 0, or an `errno`.
int process_start_close_from(posix_spawn_file_actions_t *actions, int first);

/// Makes the program's process group the terminal's foreground before it runs
/// (posix_spawn_file_actions_addtcsetpgrp_np(3)); with an older system library the caller has to do so.
///
/// Returns 0, or an `errno`.
int process_start_take_terminal(posix_spawn_file_actions_t *actions, int terminal);

/// Makes a pipe whose ends are closed on exec (pipe2(2)).
///
/// Returns 0, or -1 with `errno`.
int process_start_pipe(int ends[2]);

/// A descriptor of a process, which becomes readable when the process ends (pidfd_open(2)).
///
/// Returns -1 with `errno`: `ESRCH` if there is no such process.
int process_start_descriptor(pid_t process);

#endif
