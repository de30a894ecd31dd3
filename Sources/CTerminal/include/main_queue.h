#ifndef CTERMINAL_MAIN_QUEUE_H
#define CTERMINAL_MAIN_QUEUE_H

/// Dispatch's main queue, for a loop that waits for more than that.
///
/// Called on the main thread only.

/// Becomes readable when something is on the main queue; stays Dispatch's.
int terminal_main_queue_descriptor(void);

/// Runs what is on the main queue.
void terminal_main_queue_run(void);

#endif
