#define _GNU_SOURCE
#include "urgency.h"

#include <sched.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/// The kernel's `struct sched_attr`, for which the C library has no name.
typedef struct {
  uint32_t size;
  uint32_t policy;
  uint64_t flags;
  int32_t nice;
  uint32_t priority;
  uint64_t runtime;
  uint64_t deadline;
  uint64_t period;
} attributes;

/// How long a thread runs at a time where others wait, in nanoseconds.
///
/// A thread that is woken takes the processor at once from one of longer stretches; between equals it
/// waits for the clock of the kernel, up to 4 ms.
enum { short_stretch = 300 * 1000, long_stretch = 3000 * 1000 };

static void set_stretch(uint64_t stretch) {
  if (sched_getscheduler(0) != SCHED_OTHER) return;
  attributes wanted = {
      .size = sizeof wanted,
      .policy = SCHED_OTHER,
      .nice = getpriority(PRIO_PROCESS, 0),
      .runtime = stretch,
  };
  // Where it is refused a key waits as long as it would have.
  syscall(SYS_sched_setattr, 0, &wanted, 0);
}

void terminal_urgency_prefer_short_waits(void) { set_stretch(short_stretch); }

void terminal_urgency_allow_long_waits(void) { set_stretch(long_stretch); }
