#ifndef CSYSTEM_FILE_SYSTEM_H
#define CSYSTEM_FILE_SYSTEM_H

#include <stdint.h>

/// Exchanges two paths of one file system in one step.
///
/// Returns 0, or an `errno`: `EINVAL` where the file system cannot.
int file_system_exchange(const char *first, const char *second);

/// Renames a path to one that must not exist.
///
/// Returns 0, or an `errno`: `EEXIST`, or `EINVAL` where the file system cannot.
int file_system_rename_new(const char *from, const char *to);

/// The magic number of the file system that a path lies on (statfs(2)); 0 where it cannot be told.
uint32_t file_system_type(const char *path);

/// Has everything that was written to the file system of a directory on the disk itself (syncfs(2)).
///
/// Returns 0, or an `errno`.
int file_system_sync(const char *directory);

/// Makes a file that lies in memory alone (memfd_create(2)).
///
/// Returns its descriptor, which is closed on exec, or -1 with `errno`.
int file_system_memory_file(const char *name);

/// Makes a set that becomes readable when an open table of what is mounted becomes another one (proc_pid_mountinfo(5)).
///
/// Returns its descriptor, or -1 with `errno`.
int file_system_mounts_watch(int table);

/// Hears of what changed, so that the set becomes readable with the next change only.
void file_system_mounts_take(int set);

/// Makes a clock that becomes readable once in an interval, in seconds (timerfd_create(2)).
///
/// Returns its descriptor, which does not block and is closed on exec, or -1 with `errno`.
int file_system_clock(int seconds);

/// Puts such a clock in the place of an open descriptor, in one step.
///
/// Returns the descriptor, or -1 with `errno`, and then nothing has changed.
int file_system_clock_replace(int descriptor, int seconds);

#endif
