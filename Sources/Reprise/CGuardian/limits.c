#define _GNU_SOURCE
#include "limits.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { least_stack = 256 << 10, usual_stack = 8 << 20, least_files = 12, usual_files = 256 };

/// Raises a limit as far as allowed; returns the resulting one.
static rlim_t raise_limit(int resource, rlim_t least, rlim_t usual) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) return RLIM_INFINITY;
  if (limit.rlim_cur >= least) return limit.rlim_cur;
  limit.rlim_cur = limit.rlim_max < usual ? limit.rlim_max : usual;
  setrlimit(resource, &limit);
  return limit.rlim_cur;
}

/// Writes a line without using the heap, since the stack may be too small for an allocation.
static void end(const char *program, const char *text) {
  char line[256];
  int length = snprintf(line, sizeof line, "%s: %s\n", program, text);
  if (length > 0 && write(STDERR_FILENO, line, (size_t)length) < 0) {}
  _exit(71);
}

static void prepare_stack(const char *program) {
  char text[160];
  rlim_t stack = raise_limit(RLIMIT_STACK, least_stack, usual_stack);
  if (stack < least_stack) {
    snprintf(
        text, sizeof text, "needs %d KiB of stack, but the system allows %lu; raise the limit with: ulimit -s 8192",
        least_stack >> 10, (unsigned long)(stack >> 10));
    end(program, text);
  }
  // The threads' stacks are as large as the limit was when the process began.
  pthread_attr_t attributes;
  size_t size = 0;
  if (pthread_getattr_default_np(&attributes) != 0) return;
  if (pthread_attr_getstacksize(&attributes, &size) == 0 && size < least_stack * 2 &&
      pthread_attr_setstacksize(&attributes, least_stack * 2) == 0)
    pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
}

static void prepare_files(const char *program) {
  rlim_t files = raise_limit(RLIMIT_NOFILE, least_files, usual_files);
  if (files >= least_files) return;
  char text[160];
  snprintf(
      text, sizeof text,
      "needs %d open files, but the system allows %lu; raise the limit with: ulimit -n %d",
      least_files, (unsigned long)files, usual_files);
  end(program, text);
}

void limits_prepare(const char *program) {
  prepare_stack(program);
  prepare_files(program);
  // A write beyond the limit of a file's size then fails, which is reported, instead of ending the process.
  signal(SIGXFSZ, SIG_IGN);
}

/// Of the Swift runtime; a program without it does not need it.
extern void _swift_stdlib_overrideUnsafeArgvArgc(char **argv, int argc) __attribute__((weak));

void limits_pass_arguments(int argc, char **argv) {
  if (access("/proc/self/cmdline", R_OK) == 0) return;
  if (_swift_stdlib_overrideUnsafeArgvArgc != NULL)
    _swift_stdlib_overrideUnsafeArgvArgc(argv, argc);
}

void limits_dump_no_core(void) {
  // Not 0: that would still feed a program that collects core dumps through a pipe.
  struct rlimit none = {.rlim_cur = 1, .rlim_max = 1};
  setrlimit(RLIMIT_CORE, &none);
}
