#include "main_queue.h"

#include <stddef.h>
#include <sys/eventfd.h>

// Dispatch offers these to run loops: CoreFoundation's and GNUstep's use the same two calls.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

int terminal_main_queue_descriptor(void) { return _dispatch_get_main_queue_handle_4CF(); }

void terminal_main_queue_run(void) {
  eventfd_t count;
  // Reset first, so that work that arrives while the queue runs is not missed. It never blocks.
  eventfd_read(terminal_main_queue_descriptor(), &count);
  _dispatch_main_queue_callback_4CF(NULL);
}
