#ifndef CTERMINAL_URGENCY_H
#define CTERMINAL_URGENCY_H

/// Has the kernel let the calling thread run soon after it is woken, for short stretches at a time,
/// also where others keep all processors busy.
///
/// Does nothing on a Linux before 6.12, which knows no such wish.
void terminal_urgency_prefer_short_waits(void);

/// Takes that back for the calling thread, which has it from the one that started it: who prefers short
/// waits goes before it.
void terminal_urgency_allow_long_waits(void);

#endif
