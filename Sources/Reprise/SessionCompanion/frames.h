#ifndef SESSION_FRAMES_H
#define SESSION_FRAMES_H

/* What is said over the channel to the program that started this one, in both directions: one byte that
 * says what it is, the length of the payload in one byte, the payload.
 * Reprise/SystemChanges/SessionFrame.swift is the other end. */

#include <stdbool.h>
#include <stdint.h>

enum session_kind {
  /* Asked. */
  SESSION_WATCH = 'W', /* how long sleep may be held up (ms; 0: only idling matters), a space, the address of the bus or nothing */
  SESSION_CALLS = 'C', /* the address of the bus or nothing */
  SESSION_DONE = 'D',  /* nothing: it is locked, the machine may sleep */
  /* Said. */
  SESSION_WATCHING = 'K', /* nothing, or a line about what is not watched */
  SESSION_LOCK = 'L',
  SESSION_SLEEP = 'S',
  SESSION_IDLE = 'I', /* "1" while the session is idle, "0" while it is not, nothing where that is unknown */
  SESSION_CALLING = 'T', /* "1" while a call is under way, else "0" */
  SESSION_ERROR = 'E', /* a line; it was the last */
};

enum { SESSION_MAX_PAYLOAD = 255 };

/* A frame that was read; the payload is a string. */
struct session_frame {
  enum session_kind kind;
  char payload[SESSION_MAX_PAYLOAD + 1];
};

/* Reads one frame; false when the other side has left or talks nonsense. */
bool session_read_frame(struct session_frame *frame);

/* Writes one frame, cut where it is too long; ends the process when nobody reads it. */
void session_write_frame(enum session_kind kind, const char *payload);

#endif
