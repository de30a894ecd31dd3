#ifndef CGUARDIAN_UNGUARDED_H
#define CGUARDIAN_UNGUARDED_H

#include <stddef.h>
#include <stdint.h>
#include <termios.h>

/// Restores the terminal in an app without a guardian that crashes or calls `exit`.
///
/// After a kill only a guardian could.

/// Records that the app has taken the terminal, and what restores it.
void unguarded_note_taken(const uint8_t *restore, size_t count, const struct termios *modes);

/// Records that the app has restored the terminal itself.
void unguarded_note_released(void);

#endif
