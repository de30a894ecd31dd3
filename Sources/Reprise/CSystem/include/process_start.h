#ifndef CSYSTEM_PROCESS_START_H
#define CSYSTEM_PROCESS_START_H

#include <spawn.h>

/// Starts a program without this process's descriptors from a number up
/// (posix_spawn_file_actions_addclosefrom_np(3), which Glibc doesn't show to Swift).
///
/// Returns 0, or an `errno`.
int process_start_close_from(posix_spawn_file_actions_t *actions, int first);

#endif
