#define _GNU_SOURCE
#include "guardian.h"

#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "guardian_page.h"
#include "job.h"
#include "limits.h"
#include "suspension.h"
#include "unguarded.h"
#include "watchdog.h"

#define page guardian_shared

guardian_page *guardian_shared;

/// Whether the process has already decided if it gets a guardian.
static bool is_decided;

void guardian_note_taken(
    const uint8_t *restore, size_t count, const struct termios *modes) {
  if (page == NULL) return unguarded_note_taken(restore, count, modes);
  if (count > restore_capacity) return;
  uint32_t other = (atomic_load(&page->way) + 1) % 2;
  guardian_terminal_state *way = &page->ways[other];
  memcpy(way->restore, restore, count);
  way->length = (uint32_t)count;
  way->modes = *modes;
  atomic_store(&page->way, other);
  atomic_store(&page->taken, 1);
}

bool guardian_note_released(void) {
  if (page == NULL) unguarded_note_released();
  return page == NULL || atomic_exchange(&page->taken, 0) != 0;
}

/// Notes the program that has the terminal; the guardian adopts it if the app ends first.
static void note_foreground(pid_t program) {
  if (page == NULL) return;
  atomic_store(&page->foreground, program);
  kill(getppid(), SIGCHLD);
}

void guardian_give_terminal(int tty, pid_t program) {
  // Noted before and forgotten after, so that a kill in between leaves the guardian waiting.
  if (program != 0) note_foreground(program);
  tcsetpgrp(tty, program != 0 ? program : getpgrp());
  if (program == 0) note_foreground(0);
}

bool guardian_note_end_in(const char *path, uint64_t offset) {
  if (page == NULL || strlen(path) >= note_capacity) return false;
  atomic_store(&page->has_note, 0);
  strcpy(page->note_path, path);
  page->note_offset = offset;
  atomic_store(&page->has_note, 1);
  return true;
}

bool guardian_is_present(void) { return page != NULL; }

bool guardian_note_crash_in(const char *path) {
  if (page == NULL || strlen(path) >= note_capacity) return false;
  atomic_store(&page->has_crash_path, 0);
  strcpy(page->crash_path, path);
  atomic_store(&page->has_crash_path, 1);
  return true;
}

bool guardian_stop(void) {
  if (!(page != NULL ? page->can_stop : guardian_job_has_shell())) return false;
  // During a suspension only the watch stops the app.
  if (page != NULL && atomic_load(&page->suspension) != suspension_none)
    return guardian_suspend(NULL, 0, 0, false) != GUARDIAN_WAKE_NONE;
  if (page == NULL) guardian_job_stop_starters();
  kill(getpid(), SIGSTOP);
  return true;
}

bool guardian_stop_job(void) {
  if (page == NULL || !page->can_stop) return false;
  // The shell is continuing the job at this moment: the app has to process that first.
  if (atomic_load(&page->suspension) == suspension_ended) return true;
  suspension_begin();
  atomic_store(&page->wants_stop, 1);
  return kill(getppid(), SIGCHLD) == 0;
}

void guardian_watch(unsigned seconds, bool starts_again) {
  if (page == NULL) return;
  atomic_store(&page->restarts_when_stuck, starts_again);
  guardian_watchdog_start(seconds);
}

bool guardian_start_again(const char *message) {
  if (page == NULL || strlen(message) >= message_capacity) return false;
  strcpy(page->message, message);
  atomic_store(&page->starts_again, 1);
  return true;
}

const char *guardian_message(void) {
  if (page == NULL) return "";
  page->message[message_capacity - 1] = 0;
  return page->message;
}

int guardian_restarts(void) { return page != NULL ? page->restarts : 0; }

void guardian_split_off(
    const guardian_options *guardian, int argc, char **argv, char **environment) {
  is_decided = true;
  limits_prepare(guardian->program);
  limits_pass_arguments(argc, argv);
  // A command without an interface may hold a passphrase, too.
  limits_dump_no_core();
  if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) return;
  guardian_mode guarding = guardian->choose(argc, argv, environment);
  if (guarding == GUARDIAN_NONE) return;
  void *memory =
      mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  page = memory;
  page->can_stop = guardian_job_has_shell();
  captured_output_prepare(&page->printed);
  guardian_guard(
      guardian->program, guardian->process_name, guarding == GUARDIAN_WITH_RESTART, NULL);
}

// MARK: - Programs without their own C file

/// The variable that names the shared descriptors to the new image.
static const char inheritance[] = "REPRISE_GUARDIAN";
static const char own_program[] = "/proc/self/exe";
static const uint64_t page_magic = 0x7265707269736521u;

/// The arguments with which the child executes the program.
static struct {
  int page;
  char *const *argv;
} image;

/// Executes the program again: a process forked after the constructors ran cannot use their locks.
static void start_image(void) {
  char text[48];
  int output = captured_output_memory(), channel = suspension_channel();
  snprintf(text, sizeof text, "%d,%d,%d", image.page, output, channel);
  fcntl(image.page, F_SETFD, 0);
  if (output >= 0) fcntl(output, F_SETFD, 0);
  if (channel >= 0) fcntl(channel, F_SETFD, 0);
  if (setenv(inheritance, text, 1) == 0) execv(own_program, image.argv);
  static const char complaint[] = "the program cannot be started a second time\n";
  if (write(STDERR_FILENO, complaint, sizeof complaint - 1) < 0) {}
  _exit(71);
}

/// Whether a descriptor is shared memory of a sealed size.
static bool is_memory(int fd, off_t size) {
  struct stat status;
  int seals = fcntl(fd, F_GET_SEALS);
  return seals >= 0 && (seals & F_SEAL_SHRINK) != 0 && fstat(fd, &status) == 0 &&
         status.st_size == size;
}

static void *map_page(int fd) {
  void *memory = mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

/// Adopts the shared memory in the image that a guardian executed.
///
/// Trusts the variable only if the page names the parent as the guardian.
static bool inherit(void) {
  const char *text = getenv(inheritance);
  int fd = -1, output = -1, channel = -1;
  bool is_named = text != NULL && sscanf(text, "%d,%d,%d", &fd, &output, &channel) == 3;
  unsetenv(inheritance);
  if (!is_named || !is_memory(fd, sizeof *page)) return false;
  guardian_page *memory = map_page(fd);
  if (memory == NULL) return false;
  if (memory->magic != page_magic || memory->guardian != getppid()) {
    munmap(memory, sizeof *memory);
    return false;
  }
  close(fd);
  page = memory;
  prctl(PR_SET_NAME, page->name);
  if (output >= 0 && fcntl(output, F_SETFD, FD_CLOEXEC) == 0)
    captured_output_inherit(output, &page->printed);
  if (suspension_is_channel(channel, page->guardian) &&
      fcntl(channel, F_SETFD, FD_CLOEXEC) == 0)
    suspension_use_channel(channel);
  return true;
}

/// Whether this process has other threads: they would continue in the guardian.
static bool has_threads(void) {
  struct stat status;
  return stat("/proc/self/task", &status) == 0 && status.st_nlink > 3;
}

/// Makes the page in memory that survives an `exec`; returns its descriptor.
static int make_page(void) {
  int fd = memfd_create("guardian", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd < 0) return -1;
  if (ftruncate(fd, sizeof *page) != 0 ||
      fcntl(fd, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK) != 0 || (page = map_page(fd)) == NULL) {
    close(fd);
    return -1;
  }
  page->magic = page_magic;
  return fd;
}

bool guardian_start(
    const char *program, const char *process_name, bool may_restart, char *const *argv) {
  if (is_decided) return true;
  is_decided = true;
  if (inherit() || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) return true;
  if (has_threads() || access(own_program, X_OK) != 0) return false;
  image.page = make_page();
  image.argv = argv;
  if (image.page < 0) return false;
  page->can_stop = guardian_job_has_shell();
  captured_output_prepare(&page->printed);
  guardian_guard(program, process_name, may_restart, start_image);
  // The system allows no further process.
  close(image.page);
  return false;
}
