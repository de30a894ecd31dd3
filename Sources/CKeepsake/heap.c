#include <malloc.h>

/// Makes the heap grow in few steps and keep freed memory for a while: otherwise a launch asks the
/// kernel for memory a dozen times and twice returns what it needs again.
///
/// Setting any of these disables their automatic adjustment. A frame must stay below the third: a
/// mapping of its own would be zeroed at every key.
__attribute__((constructor)) static void tune_heap(void) {
  mallopt(M_TOP_PAD, 256 << 10);
  mallopt(M_TRIM_THRESHOLD, 2 << 20);
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
}
