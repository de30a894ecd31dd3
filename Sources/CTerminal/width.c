#define _GNU_SOURCE
#include "width.h"

#include <locale.h>
#include <pthread.h>
#include <wchar.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static locale_t utf8;

static void find_locale(void) {
  static const char *const names[] = {"C.UTF-8", "C.utf8", "en_US.UTF-8"};
  for (unsigned i = 0; utf8 == 0 && i < sizeof names / sizeof *names; i++)
    utf8 = newlocale(LC_CTYPE_MASK, names[i], 0);
}

int terminal_scalar_width(uint32_t scalar) {
  if (scalar >= 0x20 && scalar < 0x7F) return 1;
  pthread_once(&once, find_locale);
  if (utf8 == 0) return -1;
  locale_t previous = uselocale(utf8);
  int width = wcwidth((wchar_t)scalar);
  uselocale(previous);
  return width;
}
