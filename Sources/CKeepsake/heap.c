#include <malloc.h>

/// Has the heap grow in a few steps and keep what was freed for a while: a launch would ask the kernel for
/// memory a dozen times, and twice give back what it asks for again.
///
/// Once one of these is set none of them follows by itself, so a frame has to stay below the third: memory
/// of its own for each would be filled with zeros at every key.
__attribute__((constructor)) static void choose_heap(void) {
  mallopt(M_TOP_PAD, 256 << 10);
  mallopt(M_TRIM_THRESHOLD, 2 << 20);
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
}
