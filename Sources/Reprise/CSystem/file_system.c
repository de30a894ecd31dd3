#define _GNU_SOURCE
#include "file_system.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/vfs.h>
#include <unistd.h>

static int renamed(const char *from, const char *to, unsigned flags) {
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, flags) == 0 ? 0 : errno;
}

int file_system_exchange(const char *first, const char *second) {
  return renamed(first, second, RENAME_EXCHANGE);
}

int file_system_rename_new(const char *from, const char *to) {
  return renamed(from, to, RENAME_NOREPLACE);
}

uint32_t file_system_type(const char *path) {
  struct statfs status;
  return statfs(path, &status) == 0 ? (uint32_t)status.f_type : 0;
}

int file_system_sync(const char *directory) {
  int descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return errno;
  int code = syncfs(descriptor) == 0 ? 0 : errno;
  close(descriptor);
  return code;
}

int file_system_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }
