#define _GNU_SOURCE
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

// Linux 5.14; an older system refuses it and maps pages as they are touched.
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

/// What a launch takes from the heap, in bytes.
enum { launch_heap = 1 << 20 };

/// Where the linker puts the variables that start as zero.
extern char __bss_start[], _end[];

/// Has the kernel map whole pages between two addresses at once.
static void populate(const char *start, const char *end) {
  uintptr_t size = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t first = ((uintptr_t)start + size - 1) / size * size;
  uintptr_t last = (uintptr_t)end / size * size;
  if (first < last) madvise((void *)first, last - first, MADV_POPULATE_WRITE);
}

/// Makes the heap grow in few steps and keep freed memory for a while: otherwise a launch asks the
/// kernel for memory a dozen times and twice returns what it needs again.
///
/// Setting any of these disables their automatic adjustment. A frame must stay below the third: a
/// mapping of its own would be zeroed at every key.
static void tune_heap(void) {
  mallopt(M_TOP_PAD, 256 << 10);
  mallopt(M_TRIM_THRESHOLD, 2 << 20);
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
}

/// Maps at once what a launch writes to nearly all of: page by page it faults 430 times, which takes
/// 4 % of the launch.
///
/// The guardian has forked before any constructor, so that no page has to be copied again.
__attribute__((constructor)) static void prepare_memory(void) {
  tune_heap();
  populate(__bss_start, _end);
  // Grows the heap, which keeps what is freed.
  char *heap = malloc(launch_heap);
  if (heap == NULL) return;
  populate(heap, heap + launch_heap);
  free(heap);
}
