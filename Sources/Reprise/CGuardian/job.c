#define _GNU_SOURCE
#include "job.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// The most processes between the shell and this one.
enum { depth_limit = 32 };

/// The parent of a process; 0 if unknown.
static pid_t parent_of(pid_t process) {
  char path[64];
  char text[512];
  snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  ssize_t count = read(fd, text, sizeof text - 1);
  close(fd);
  if (count <= 0) return 0;
  text[count] = 0;
  // The name before it may contain anything, also parentheses.
  const char *name_end = strrchr(text, ')');
  int parent = 0;
  if (name_end == NULL || sscanf(name_end, ") %*c %d", &parent) != 1) return 0;
  return parent;
}

/// Visits the ancestors that are in this process's group and accept its signals.
///
/// Returns whether their parent is in the same session but another group: the shell.
static bool visit_starters(void (*visit)(pid_t)) {
  pid_t process = getppid();
  for (int depth = 0; depth < depth_limit && process > 1; depth++) {
    if (getsid(process) != getsid(0)) return false;
    if (getpgid(process) != getpgrp()) return true;
    if (kill(process, 0) != 0) return false;
    if (visit != NULL) visit(process);
    process = parent_of(process);
  }
  return false;
}

bool guardian_job_has_shell(void) { return visit_starters(NULL); }

static void stop(pid_t process) { kill(process, SIGSTOP); }

void guardian_job_stop_starters(void) { visit_starters(stop); }
