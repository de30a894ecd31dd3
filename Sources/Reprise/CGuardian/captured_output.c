#define _GNU_SOURCE
#include "captured_output.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "timed_write.h"
#include "tty.h"

/// The number of bytes shown, the number from which old output is dropped, and the capacity.
///
/// A write beyond the capacity fails, and some programs end then. So the capacity is far larger
/// than needed; unused pages take no memory.
enum { shown_most = 64 << 10, copied_most = 16 << 10, trimmed_at = 256 << 10, capacity = 64 << 20 };

static int memory = -1;
static captured_output_progress *shared;
static int originals[2] = {-1, -1};
static const int streams[2] = {STDOUT_FILENO, STDERR_FILENO};

/// The progress of an app without a guardian.
static captured_output_progress alone;

void captured_output_prepare(captured_output_progress *progress) {
  if (memory >= 0) return;
  shared = progress != NULL ? progress : &alone;
  int fd = memfd_create("output", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  // All writers share this descriptor's offset, and none can write past the end: a loop that prints
  // forever takes no more memory.
  if (fd >= 0 && ftruncate(fd, capacity) == 0 &&
      fcntl(fd, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK) == 0) {
    memory = fd;
  } else if (fd >= 0) {
    close(fd);
  }
}

int captured_output_memory(void) { return memory; }

void captured_output_inherit(int descriptor, captured_output_progress *progress) {
  memory = descriptor;
  shared = progress;
}

bool captured_output_is_on(void) { return originals[0] >= 0 || originals[1] >= 0; }

void captured_output_begin(void) {
  captured_output_prepare(NULL);
  if (memory < 0 || captured_output_is_on()) return;
  fflush(stdout);
  for (int i = 0; i < 2; i++) {
    if (!isatty(streams[i])) continue;
    originals[i] = fcntl(streams[i], F_DUPFD_CLOEXEC, 3);
    if (originals[i] >= 0) dup2(memory, streams[i]);
  }
  // A crash would lose what is in the stream's buffer.
  setvbuf(stdout, NULL, _IOLBF, 0);
}

void captured_output_stop(void) {
  if (!captured_output_is_on()) return;
  fflush(stdout);
  for (int i = 0; i < 2; i++) {
    if (originals[i] < 0) continue;
    dup2(originals[i], streams[i]);
    close(originals[i]);
    originals[i] = -1;
  }
}

/// The offset of the next printed byte.
static uint64_t end_of_output(void) {
  off_t end = lseek(memory, 0, SEEK_CUR);
  return end < 0 ? 0 : (uint64_t)end;
}

uint64_t captured_output_end(void) { return memory < 0 ? 0 : end_of_output(); }

void captured_output_copy(int descriptor, uint64_t begin) {
  uint64_t end = captured_output_end();
  // Trimming has moved the output to the beginning.
  if (begin > end) begin = 0;
  if (end - begin > copied_most) begin = end - copied_most;
  uint8_t part[4096];
  while (begin < end) {
    size_t wanted = end - begin < sizeof part ? (size_t)(end - begin) : sizeof part;
    ssize_t count = pread(memory, part, wanted, (off_t)begin);
    if (count <= 0 || write(descriptor, part, (size_t)count) != count) return;
    begin += (uint64_t)count;
  }
}

void captured_output_trim(void) {
  if (!captured_output_is_on()) return;
  uint64_t end = end_of_output();
  if (end < trimmed_at) return;
  static uint8_t newest[shown_most];
  ssize_t count = pread(memory, newest, sizeof newest, (off_t)(end - sizeof newest));
  if (count < 0) return;
  if (pwrite(memory, newest, (size_t)count, 0) != count) return;
  // Output of another thread at this moment may be lost; that thread prints a lot.
  lseek(memory, count, SEEK_SET);
  fallocate(memory, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, count, capacity - count);
  uint64_t first = end - (uint64_t)count, begin = atomic_load(&shared->begin);
  atomic_store(&shared->begin, begin > first ? begin - first : 0);
  if (begin < first) atomic_store(&shared->is_cut, 1);
}

/// The length in bytes of the printable character at the start of a text; 0 if it starts with
/// another.
///
/// Printable is well-formed UTF-8 without control characters beyond ASCII and without bidi
/// controls.
static size_t printable_length(const uint8_t *text, size_t count) {
  uint8_t first = text[0];
  if (first < 0x80) return (first >= 0x20 && first < 0x7F) || first == '\n' || first == '\t';
  size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || count < length) return 0;
  uint32_t scalar = first & (0x7Fu >> length);
  for (size_t i = 1; i < length; i++) {
    if ((text[i] & 0xC0) != 0x80) return 0;
    scalar = scalar << 6 | (text[i] & 0x3Fu);
  }
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (scalar < least[length] || scalar > 0x10FFFF || (scalar >= 0xD800 && scalar < 0xE000)) return 0;
  bool is_control = scalar < 0xA0;
  bool turns = scalar == 0x61C || scalar == 0x200E || scalar == 0x200F ||
               (scalar >= 0x2028 && scalar <= 0x202E) || (scalar >= 0x2066 && scalar <= 0x2069);
  return is_control || turns ? 0 : length;
}

/// Writes text and escapes everything that a terminal could obey.
static void write_escaped(int tty, const uint8_t *text, size_t count) {
  static const char digits[] = "0123456789abcdef";
  uint8_t line[512];
  size_t used = 0;
  for (size_t i = 0; i < count;) {
    if (used + 8 > sizeof line) {
      write_with_timeout(tty, line, used);
      used = 0;
    }
    size_t length = printable_length(text + i, count - i);
    if (length > 0) {
      memcpy(line + used, text + i, length);
      used += length;
      i += length;
    } else if (text[i] == '\r' && i + 1 < count && text[i + 1] == '\n') {
      i++;
    } else if (text[i] < 0x20 || text[i] == 0x7F) {
      line[used++] = '^';
      line[used++] = text[i++] ^ 0x40;
    } else {
      line[used++] = '\\';
      line[used++] = 'x';
      line[used++] = (uint8_t)digits[text[i] >> 4];
      line[used++] = (uint8_t)digits[text[i++] & 15];
    }
  }
  write_with_timeout(tty, line, used);
}

void captured_output_show(int tty) {
  // In another process's terminal it would corrupt the screen.
  if (memory < 0 || tty < 0 || !tty_is_foreground(tty)) return;
  uint64_t end = end_of_output();
  uint64_t begin = atomic_exchange(&shared->begin, end);
  if (begin >= end) return;
  bool is_cut = atomic_exchange(&shared->is_cut, 0) != 0;
  if (end - begin > shown_most) {
    begin = end - shown_most;
    is_cut = true;
  }
  static const uint8_t omission[] = "(what was printed before is left out)\n";
  if (is_cut) write_with_timeout(tty, omission, sizeof omission - 1);
  uint8_t part[4096], last = '\n';
  while (begin < end) {
    size_t wanted = end - begin < sizeof part ? (size_t)(end - begin) : sizeof part;
    ssize_t count = pread(memory, part, wanted, (off_t)begin);
    if (count <= 0) break;
    // Never splits a character between two parts.
    size_t whole = (size_t)count;
    if (begin + whole < end)
      while (whole > sizeof part - 4 && (part[whole - 1] & 0xC0) == 0x80) whole--;
    if (begin + whole < end && whole > 1 && part[whole - 1] >= 0xC2) whole--;
    write_escaped(tty, part, whole);
    last = part[whole - 1];
    begin += whole;
  }
  if (last != '\n') write_with_timeout(tty, (const uint8_t *)"\n", 1);
}
