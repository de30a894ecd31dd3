#include "suspension.h"

#include <stdatomic.h>
#include <stddef.h>

#include "guardian_page.h"

#define page guardian_shared

bool suspension_allows_continue(void) {
  return page == NULL || atomic_load(&page->suspension) != suspension_active;
}

void suspension_did_resume(void) {
  if (page == NULL) return;
  uint32_t ended = suspension_ended;
  atomic_compare_exchange_strong(&page->suspension, &ended, suspension_none);
}

bool suspension_has_begun(void) { return atomic_load(&page->suspension) == suspension_active; }

void suspension_begin(void) {
  if (atomic_load(&page->suspension) != suspension_none) return;
  atomic_fetch_add(&page->suspensions, 1);
  atomic_store(&page->suspension, suspension_active);
}
