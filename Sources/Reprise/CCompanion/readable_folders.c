#define _GNU_SOURCE
#include "readable_folders.h"

#include <fcntl.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

#if __has_include(<linux/landlock.h>) && defined(SYS_landlock_create_ruleset)
#include <linux/landlock.h>

static const char *const folders[] = {
    "/etc/fonts", "/usr/share", "/usr/local/share/fonts", "/var/cache/fontconfig",
};

enum { READING = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR };

void companion_hide_other_folders(void) {
  struct landlock_ruleset_attr rules = {.handled_access_fs = READING};
  int ruleset = (int)syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0);
  if (ruleset < 0) return;
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    struct landlock_path_beneath_attr rule = {.allowed_access = READING};
    rule.parent_fd = open(folders[i], O_PATH | O_CLOEXEC);
    if (rule.parent_fd < 0) continue;
    syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(rule.parent_fd);
  }
  syscall(SYS_landlock_restrict_self, ruleset, 0);
  close(ruleset);
}

#else

void companion_hide_other_folders(void) {}

#endif
