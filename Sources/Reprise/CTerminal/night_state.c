#include "night.h"

#include <stdatomic.h>
#include <stddef.h>

#include "guardian_page.h"

#define page terminal_guardian_shared

bool terminal_night_allows_continue(void) {
  return page == NULL || atomic_load(&page->night) != terminal_night;
}

void terminal_night_heard_morning(void) {
  if (page == NULL) return;
  uint32_t morning = terminal_morning;
  atomic_compare_exchange_strong(&page->night, &morning, terminal_day);
}

bool terminal_night_has_begun(void) { return atomic_load(&page->night) == terminal_night; }

void terminal_night_begin(void) {
  if (atomic_load(&page->night) != terminal_day) return;
  atomic_fetch_add(&page->nights, 1);
  atomic_store(&page->night, terminal_night);
}
