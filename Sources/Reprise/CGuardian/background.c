#include <signal.h>
#include <stdatomic.h>

#include "guardian_page.h"
#include "supervision.h"

#define page guardian_shared

/// Replaces the first entry that has a value.
static void replace(int32_t value, int32_t replacement) {
  if (page == NULL) return;
  for (int i = 0; i < background_capacity; i++) {
    int32_t found = value;
    if (atomic_compare_exchange_strong(&page->background[i], &found, replacement)) return;
  }
}

void guardian_note_program(pid_t program) { replace(0, program); }

void guardian_forget_program(pid_t program) { replace(program, 0); }

void guardian_end_background(void) {
  for (int i = 0; i < background_capacity; i++) {
    pid_t program = atomic_exchange(&page->background[i], 0);
    if (program > 0) kill(-program, SIGTERM);
  }
}
