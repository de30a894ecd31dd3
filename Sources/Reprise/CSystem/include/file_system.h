#ifndef CSYSTEM_FILE_SYSTEM_H
#define CSYSTEM_FILE_SYSTEM_H

#include <stdint.h>

/// Exchanges two paths of one file system in one step.
///
/// Returns 0, or an `errno`: `EINVAL` if the file system does not support it.
int file_system_exchange(const char *first, const char *second);

/// Renames a path; the new path must not exist.
///
/// Returns 0, or an `errno`: `EEXIST`, or `EINVAL` if the file system does not support it.
int file_system_rename_new(const char *from, const char *to);

/// The magic number of the file system that contains a path (statfs(2)); 0 if unknown.
uint32_t file_system_type(const char *path);

/// Writes all pending data of a directory's file system to the disk (syncfs(2)).
///
/// Returns 0, or an `errno`.
int file_system_sync(const char *directory);

/// Makes a file in memory (memfd_create(2)).
///
/// Returns its descriptor, which is closed on exec, or -1 with `errno`.
int file_system_memory_file(const char *name);

/// Creates an epoll set that becomes readable when an open mount table changes (proc_pid_mountinfo(5)).
///
/// Returns its descriptor, or -1 with `errno`.
int file_system_mounts_watch(int table);

/// Acknowledges a change of the mount table; only the next change makes the set readable again.
void file_system_mounts_take(int set);

/// Creates a timer that becomes readable once per interval, in seconds (timerfd_create(2)).
///
/// Returns its descriptor, which does not block and is closed on exec, or -1 with `errno`.
int file_system_clock(int seconds);

/// Replaces an open descriptor with a clock like `file_system_clock`'s, in one step.
///
/// Returns the descriptor, or -1 with `errno`; then nothing has changed.
int file_system_clock_replace(int descriptor, int seconds);

#endif
