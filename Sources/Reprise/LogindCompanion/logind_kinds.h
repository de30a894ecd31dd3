#ifndef LOGIND_KINDS_H
#define LOGIND_KINDS_H

/* The kinds of frames that this program exchanges with its parent; each payload is a text
 * (LogindChannel.swift). */

enum session_kind {
  /* Requests. */
  SESSION_WATCH = 'W', /* the sleep delay (ms; 0: watch only idling), a space, the address of the bus or nothing */
  SESSION_CALLS = 'C', /* the address of the bus or nothing */
  SESSION_DONE = 'D',  /* nothing: the app is locked, the machine may sleep */
  /* Reports. */
  SESSION_WATCHING = 'K', /* empty, or a line about why something is not watched */
  SESSION_LOCK = 'L',
  SESSION_SLEEP = 'S',
  SESSION_IDLE = 'I', /* "1" while the session is idle, "0" while it is not, empty if unknown */
  SESSION_CALLING = 'T', /* "1" during a call, else "0" */
  SESSION_ERROR = 'E', /* a line; nothing follows */
};

/* The longest payload in either direction, in bytes. */
enum { SESSION_MAX_PAYLOAD = 512 };

#endif
