#ifndef CTERMINAL_MAIN_QUEUE_H
#define CTERMINAL_MAIN_QUEUE_H

/// Dispatch's main queue, for a loop that also waits for other events.
///
/// To be called on the main thread only.

/// Becomes readable when the main queue has work; Dispatch owns it.
int terminal_main_queue_descriptor(void);

/// Runs the work on the main queue.
void terminal_main_queue_run(void);

#endif
