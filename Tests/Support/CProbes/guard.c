#include <guardian.h>
#include <stdbool.h>
#include <string.h>

/// The tests link this too, so only the probes themselves are guarded.
static bool is_probe(const char *path) {
  const char *name = strrchr(path, '/');
  name = name == NULL ? path : name + 1;
  return strcmp(name, "TerminalProbe") == 0 || strcmp(name, "RestoringProbe") == 0;
}

static terminal_guarding choose(int argc, char **argv, char **environment) {
  if (!is_probe(argv[0])) return TERMINAL_UNGUARDED;
  terminal_guarding guarding = TERMINAL_GUARDED;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--unguarded") == 0) guarding = TERMINAL_UNGUARDED;
    if (strcmp(argv[i], "--once") == 0) guarding = TERMINAL_GUARDED_ONCE;
  }
  return guarding;
}

static const terminal_guardian probe = {
    .program = "probe", .process_name = "probe-guard", .choose = choose};

TERMINAL_GUARDIAN(probe);
