#include <guardian.h>
#include <stdbool.h>
#include <string.h>

/// The tests link this too, so only the probes themselves are guarded.
static bool is_probe(const char *path) {
  const char *name = strrchr(path, '/');
  name = name == NULL ? path : name + 1;
  return strcmp(name, "TerminalProbe") == 0 || strcmp(name, "RestoringProbe") == 0;
}

static guardian_mode choose(int argc, char **argv, char **environment) {
  if (!is_probe(argv[0])) return GUARDIAN_NONE;
  guardian_mode guarding = GUARDIAN_WITH_RESTART;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--unguarded") == 0) guarding = GUARDIAN_NONE;
    if (strcmp(argv[i], "--once") == 0) guarding = GUARDIAN_WITHOUT_RESTART;
  }
  return guarding;
}

static const guardian_options probe = {
    .program = "probe", .process_name = "probe-guard", .choose = choose};

GUARDIAN(probe);
