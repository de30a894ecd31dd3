#ifndef CGUARDIAN_GUARDIAN_PAGE_H
#define CGUARDIAN_GUARDIAN_PAGE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <termios.h>

#include "captured_output.h"

enum { restore_capacity = 1024, note_capacity = 4096, message_capacity = 256, background_capacity = 16 };

/// How the terminal is restored.
typedef struct {
  uint8_t restore[restore_capacity];
  uint32_t length;
  struct termios modes;
} guardian_terminal_state;

/// The state that the app shares with its guardian, in shared memory.
typedef struct {
  /// Identifies the page.
  uint64_t magic;
  /// The process that watches.
  pid_t guardian;
  /// How often the app was restarted.
  int restarts;
  /// The app's name in process lists.
  char name[16];
  captured_output_progress printed;
  _Atomic uint32_t taken;
  /// The index of the valid way. A new one is written to another entry, since a kill may interrupt the write.
  _Atomic uint32_t way;
  guardian_terminal_state ways[2];
  bool can_stop;
  _Atomic uint32_t wants_stop;
  /// How the app sleeps (`suspension.h`), and how often it did.
  _Atomic uint32_t suspension;
  _Atomic uint32_t suspensions;
  /// How long the app may run after it was woken, in nanoseconds of the monotonic clock; ten
  /// seconds unless the app asks for more.
  _Atomic uint64_t awake_until;
  _Atomic uint32_t restarts_when_stuck;
  /// The process of another program that has the terminal, which leads a group of its own; 0 for none.
  _Atomic int32_t foreground;
  /// The programs that the app runs without the terminal, each the leader of a group; 0 for a free entry.
  _Atomic int32_t background[background_capacity];
  _Atomic uint32_t has_note;
  uint64_t note_offset;
  char note_path[note_capacity];

  /// The file for a crash of the app and its last words, and where the app's output begins.
  _Atomic uint32_t has_crash_path;
  char crash_path[note_capacity];
  uint64_t output_began;
  /// Whether to restart the app in a fresh process after it exits.
  _Atomic uint32_t starts_again;
  /// The message that the app leaves for the next start.
  char message[message_capacity];
} guardian_page;

/// The page of this process; NULL while it has no guardian.
extern guardian_page *guardian_shared
    __attribute__((visibility("hidden")));

/// Starts the app and supervises it, and restarts it after a crash; returns in the app.
///
/// Returns in the process itself, without a page, when the system allows no further process. `start`
/// is called in the child, or is NULL.
void guardian_guard(
    const char *program, const char *process_name, bool may_restart, void (*start)(void));

#endif
