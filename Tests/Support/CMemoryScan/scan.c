#define _GNU_SOURCE
#include "CMemoryScan.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { RUN = 8, BLOCK = 1 << 20 };

static long hits(const unsigned char *block, size_t length, const unsigned char *inverted,
                 size_t count) {
  long found = 0;
  for (size_t run = 0; run + RUN <= count; run += RUN) {
    unsigned char first = (unsigned char)~inverted[run];
    const unsigned char *at = block;
    while (at + RUN <= block + length) {
      at = memchr(at, first, (size_t)(block + length - at - RUN + 1));
      if (at == NULL) break;
      size_t same = 0;
      while (same < RUN && at[same] == (unsigned char)~inverted[run + same]) same++;
      if (same == RUN) found++;
      at++;
    }
  }
  return found;
}

long memory_scan(const unsigned char *inverted, size_t count) {
  unsigned char *block =
      mmap(NULL, BLOCK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  int memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
  FILE *maps = fopen("/proc/self/maps", "re");
  if (block == MAP_FAILED || memory < 0 || maps == NULL) return -1;
  long found = 0;
  char line[512];
  while (fgets(line, sizeof line, maps) != NULL) {
    unsigned long start, end;
    char mode[5];
    if (sscanf(line, "%lx-%lx %4s", &start, &end, mode) != 3 || mode[0] != 'r') continue;
    // Blocks overlap, since a run of bytes may cross the border between two.
    for (unsigned long at = start; at < end; at += BLOCK - RUN + 1) {
      size_t want = end - at < BLOCK ? end - at : BLOCK;
      // Skip the scan's own buffer, which holds a copy of the scanned memory.
      if (at < (uintptr_t)block + BLOCK && at + want > (uintptr_t)block) {
        if (at >= (uintptr_t)block) continue;
        want = (uintptr_t)block - at;
      }
      ssize_t length = pread(memory, block, want, (off_t)at);
      if (length <= 0) continue;
      found += hits(block, (size_t)length, inverted, count);
      explicit_bzero(block, (size_t)length);
    }
  }
  fclose(maps);
  close(memory);
  munmap(block, BLOCK);
  return found;
}
